import type { LoaderFunctionArgs } from '@remix-run/node'
import { xml } from 'remix-utils/responses'
import { forCrawlers, sitemapIndex } from '~/http/links/sitemaps'

export function loader({ context }: LoaderFunctionArgs) {
  return xml(sitemapIndex(context.config.publicOrigin), forCrawlers)
}
