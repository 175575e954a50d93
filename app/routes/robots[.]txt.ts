import type { LoaderFunctionArgs } from '@remix-run/node'
import { txt } from 'remix-utils/responses'
import { languages } from '~/domain/text/languages'
import { forCrawlers } from '~/http/links/sitemaps'
import { localizedPath } from '~/i18n/addresses'

/** The desk is private, and a conversation's address is a secret. */
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
  return txt(`${lines.join('\n')}\n`, forCrawlers)
}
