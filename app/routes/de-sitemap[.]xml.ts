import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemap, xml } from '~/http/sitemaps'

export function loader({ context }: LoaderFunctionArgs) {
  return xml(sitemap(context, ['de']))
}
