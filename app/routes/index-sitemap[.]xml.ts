import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapIndex, xml } from '~/http/sitemaps'

export function loader({ context }: LoaderFunctionArgs) {
  return xml(sitemapIndex(context.config.publicOrigin))
}
