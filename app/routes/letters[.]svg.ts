import type { LoaderFunctionArgs } from '@remix-run/node'
import { letterIcon, lettersAsSvg } from '~/domain/site/identity'
import { redirectTo } from '~/http/responses/redirect'

/** The first letters of the site's name as a picture, for its manifest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { letters, look, icon } = await context.siteIdentity()
  if (!letters) return redirectTo(icon, { status: 302 })
  return new Response(lettersAsSvg(letters, look), {
    headers: { 'Content-Type': letterIcon.type, 'Cache-Control': 'public, max-age=300' },
  })
}
