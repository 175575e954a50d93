import { defaultLanguage, isLanguage, type Language, languages } from '~/domain/text/languages'

/** Asked for by every link of a page. */
const prefix = new RegExp(`^[^/]*/(${languages.join('|')})(?=/|$)`)

/** By the prefix; the default language without one. */
export function languageOfPath(pathname: string): Language {
  const language = prefix.exec(pathname)?.[1]
  return isLanguage(language) ? language : defaultLanguage
}

/** Without the language prefix: `/de/chat` → `/chat`, `/de` → `/`. */
export function barePath(pathname: string): string {
  return pathname.replace(prefix, '') || '/'
}

/** Adds the language prefix to a bare path, with or without a query; English has none. */
export function localizedPath(path: string, language: Language): string {
  if (language === defaultLanguage) return path
  if (path === '/') return `/${language}`
  return path.startsWith('/?') ? `/${language}${path.slice(1)}` : `/${language}${path}`
}

/** The page in every language, for `hreflang` and sitemaps. */
export function alternates(bare: string, origin: string): { language: Language; href: string }[] {
  return languages.map((language) => ({ language, href: origin + localizedPath(bare, language) }))
}

/** The query parameter that chooses a language; handled before any page. */
export const languageParameter = 'language'

/** The cookie that remembers the choice (365 days). */
export const languageCookie = 'i18n_redirected'

/** This page in the other language, query kept. */
export function switchAddress(
  location: { pathname: string; search: string },
  to: Language,
): string {
  const query = new URLSearchParams(location.search)
  query.set(languageParameter, to)
  query.delete('index')
  return `${localizedPath(barePath(location.pathname), to)}?${query}`
}

/** The query parameter that names a desk by its public key. */
export const deskParameter = 'desk'

/** Pages and files that belong to a desk, in any language; of the shop, the preview for its managers. */
const ofDesk = /^(\/[a-z]{2})?\/((dashboard|files|live|sample)(?![\w-])|shop\?([^#]*&)?preview)/

/** Whether an address leads to what a desk alone has. */
export function isOfDesk(address: string): boolean {
  return ofDesk.test(address)
}

/**
 * Has an address of the dashboard, or of a desk's files or events, name the desk, unless it names one
 * already. Any other address stays as it is, and so does every one without a key.
 */
export function withDesk(address: string, key: string | null | undefined): string {
  if (!key || !isOfDesk(address) || /[?&]desk=/.test(address)) return address
  const end = `${address}#`.indexOf('#')
  const page = address.slice(0, end)
  const named = `${deskParameter}=${encodeURIComponent(key)}`
  return `${page}${page.includes('?') ? '&' : '?'}${named}${address.slice(end)}`
}

/** A path with its query, if that has anything; its `size` is newer than the oldest browsers. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
