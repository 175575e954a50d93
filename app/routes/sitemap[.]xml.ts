import type { LoaderFunctionArgs } from '@remix-run/node'
import { xml } from 'remix-utils/responses'
import { languages } from '~/domain/text/languages'
import { forCrawlers, sitemap } from '~/http/links/sitemaps'

/** Also `/en-sitemap.xml` and the like (routes.ts). */
export async function loader({ context }: LoaderFunctionArgs) {
  const asked = languages.filter((language) => context.path === `/${language}-sitemap.xml`)
  return xml(await sitemap(context, asked.length > 0 ? asked : languages), forCrawlers)
}
