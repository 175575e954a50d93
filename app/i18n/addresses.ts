import { defaultLanguage, isLanguage, type Language, languages } from '~/domain/text/languages'

/** The language that a path is in, by its prefix; undefined where the prefix is no language of ours. */
export function languageOfPath(pathname: string): Language {
  const first = pathname.split('/')[1]
  return isLanguage(first) ? first : defaultLanguage
}

/** The path without its language prefix: `/de/chat` → `/chat`, `/de` → `/`. */
export function barePath(pathname: string): string {
  const first = pathname.split('/')[1]
  if (!isLanguage(first)) return pathname
  return pathname.slice(first.length + 1) || '/'
}

/** A bare path, with or without a query, in a language: English has no prefix, German `/de`. */
export function localizedPath(path: string, language: Language): string {
  if (language === defaultLanguage) return path
  if (path === '/') return `/${language}`
  return path.startsWith('/?') ? `/${language}${path.slice(1)}` : `/${language}${path}`
}

/** The same page in every language, for `hreflang` and the sitemaps. */
export function alternates(bare: string, origin: string): { language: Language; href: string }[] {
  return languages.map((language) => ({ language, href: origin + localizedPath(bare, language) }))
}

/** The query parameter by which somebody chooses a language; the server in front answers it. */
export const languageParameter = 'language'

/** The cookie that remembers the choice (365 days). */
export const languageCookie = 'i18n_redirected'

/** Where the language switch leads: this very page, query kept, in the other language. */
export function switchAddress(
  location: { pathname: string; search: string },
  to: Language,
): string {
  const query = new URLSearchParams(location.search)
  query.set(languageParameter, to)
  return `${localizedPath(barePath(location.pathname), to)}?${query}`
}
