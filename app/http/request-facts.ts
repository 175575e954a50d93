import type { AppLoadContext } from '@remix-run/node'
import { languageOfPath } from '../i18n/addresses'

/** What loaders and actions ask of a request again and again, found out once. */
export function requestFacts({
  url: asked,
  headers,
}: Request): Pick<AppLoadContext, 'url' | 'path' | 'language' | 'headers'> {
  const url = pageUrl(asked)
  return { url, path: url.pathname + url.search, language: languageOfPath(url.pathname), headers }
}

/**
 * The page that a request is for: without what Remix adds to ask for a page's data, for some of it, or
 * for an index page rather than its layout.
 */
function pageUrl(asked: string): URL {
  const url = new URL(asked)
  url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  url.searchParams.delete('_routes')
  if (url.searchParams.get('index') === '') url.searchParams.delete('index')
  return url
}
