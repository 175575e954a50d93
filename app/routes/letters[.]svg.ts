import type { LoaderFunctionArgs } from '@remix-run/node'
import { iconOf, letterIcon, lettersAsSvg } from '~/domain/site/identity'
import { redirectTo } from '~/http/responses/redirect'

/** The first letters of the site's name as a picture, for its manifest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const site = await context.siteIdentity()
  if (!site.letters) return redirectTo(iconOf(site), { status: 302 })
  return new Response(lettersAsSvg(site.letters, site.look), {
    headers: { 'Content-Type': letterIcon.type, 'Cache-Control': 'public, max-age=300' },
  })
}
