import type { Redirects } from '~/config.server'
import { isLanguage, type Language } from '~/domain/languages'
import { barePath, languageCookie, languageParameter, localizedPath } from '~/i18n/addresses'
import { type Answer, redirect } from './answer'
import { isSafe } from './guard'

export interface Address {
  method: string
  path: string
  /** With its question mark; empty without one. */
  query: string
}

/** The address under which a page really is, or the other site that a path leads to. */
export function betterAddress(
  { method, path, query }: Address,
  redirects: Redirects,
): Answer | undefined {
  const elsewhere = redirects[path] ?? redirects[barePath(path)]
  if (elsewhere && isSafe(method)) return redirect(302, elsewhere)
  const canonical = canonicalPath(path)
  if (canonical === path) return undefined
  // A form that was sent to the long way keeps its method and its words.
  return redirect(isSafe(method) ? 301 : 308, canonical + query)
}

/**
 * One address a page: no `/en`, which is the bare path; no slash at the end; and never two in a row (or
 * a backslash), which at the beginning would make a browser take the rest for another host.
 */
export function canonicalPath(path: string): string {
  const single = path.replace(/[/\\]+/g, '/')
  const bare = /^\/en(?=\/|$)/.test(single) ? single.slice('/en'.length) || '/' : single
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
}

/** A language that was chosen by link or form, and the query that is left without that choice. */
export function chosenLanguage(query: string): { language: Language; rest: string } | undefined {
  const parts = query.slice(1).split('&')
  const isChoice = (part: string) => part.startsWith(`${languageParameter}=`)
  const language = parts.find(isChoice)?.slice(languageParameter.length + 1)
  if (!isLanguage(language)) return undefined
  const rest = parts.filter((part) => !isChoice(part)).join('&')
  return { language, rest: rest && `?${rest}` }
}

/** Leads to the same page in the language that the address asks for, and remembers the choice. */
export function inChosenLanguage(address: Address, publicOrigin: string): Answer | undefined {
  if (address.method !== 'GET' && address.method !== 'HEAD') return undefined
  if (address.path.endsWith('.data')) return undefined
  const choice = chosenLanguage(address.query)
  if (!choice) return undefined
  const path = localizedPath(barePath(address.path), choice.language)
  return redirect(303, path + choice.rest, {
    'set-cookie': languageCookieFor(choice.language, publicOrigin),
  })
}

/** Remembers a language for 365 days (spec §9). Scripts may read it: it is no secret. */
export function languageCookieFor(language: Language, publicOrigin: string): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  return `${languageCookie}=${language}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
}
