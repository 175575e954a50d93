import type { LoaderFunctionArgs } from '@remix-run/node'
import { xml } from 'remix-utils/responses'
import { forCrawlers, sitemap } from '~/http/links/sitemaps'

export function loader({ context }: LoaderFunctionArgs) {
  return xml(sitemap(context, ['de']), forCrawlers)
}
