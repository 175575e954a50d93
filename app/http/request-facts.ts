import type { AppLoadContext } from '@remix-run/node'
import { languageOfPath } from '../i18n/addresses'

export function requestFacts({
  url: asked,
  headers,
}: Request): Pick<AppLoadContext, 'url' | 'path' | 'language' | 'headers'> {
  const url = pageUrl(asked)
  return { url, path: url.pathname + url.search, language: languageOfPath(url.pathname), headers }
}

/** Without what Remix adds for a page's data or an index route. */
function pageUrl(asked: string): URL {
  const url = new URL(asked)
  if (/\.data$/.test(url.pathname)) {
    url.pathname = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  }
  if (url.searchParams.has('_routes')) url.searchParams.delete('_routes')
  if (url.searchParams.get('index') === '') url.searchParams.delete('index')
  return url
}

/** Shared by all loaders of a request; `forget` has it read again after an action. */
export function oncePerRequest<Value>(read: (context: AppLoadContext) => Promise<Value>) {
  const made = new WeakMap<AppLoadContext, Promise<Value>>()
  const once = (context: AppLoadContext) => {
    const value = made.get(context) ?? read(context)
    made.set(context, value)
    return value
  }
  return Object.assign(once, { forget: (context: AppLoadContext) => made.delete(context) })
}
