import type { LoaderFunctionArgs } from '@remix-run/node'
import { languages } from '~/domain/languages'
import { localizedPath } from '~/i18n/addresses'

/** The desk is nobody's business, and a conversation's address is a secret. */
export function loader({ context }: LoaderFunctionArgs) {
  const closed = languages.flatMap((language) => [
    `Disallow: ${localizedPath('/dashboard', language)}`,
    `Disallow: ${localizedPath('/chat?t=', language)}`,
  ])
  const lines = [
    'User-agent: *',
    ...closed,
    'Disallow: /live',
    `Sitemap: ${context.config.publicOrigin}/index-sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
