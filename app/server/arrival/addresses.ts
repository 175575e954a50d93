import type { Redirects } from '~/config.server'
import { defaultLanguage, isLanguage, type Language } from '~/domain/text/languages'
import {
  barePath,
  languageCookie,
  languageOfPath,
  languageParameter,
  localizedPath,
} from '~/i18n/addresses'
import { type Answer, redirect } from '../responses/answer'
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

const prefix = `/${defaultLanguage}/`

/**
 * One address a page: no `/en`, which is the bare path; no slash at the end; and never two in a row (or
 * a backslash), which at the beginning would make a browser take the rest for another host.
 */
export function canonicalPath(path: string): string {
  const single = path.replace(/[/\\]+/g, '/')
  const bare = `${single}/`.startsWith(prefix) ? single.slice(prefix.length - 1) || '/' : single
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
}

/**
 * Leads to the same page in another language where the address asks for one: `language` is somebody's
 * choice, which is remembered and goes from the address; `lang`, in the links of the identity
 * service's mails, says what the reader reads, and stays.
 */
export function inWantedLanguage(
  { method, path, query }: Address,
  publicOrigin: string,
): Answer | undefined {
  if (!query || (method !== 'GET' && method !== 'HEAD') || path.endsWith('.data')) return undefined
  const parameters = new URLSearchParams(query)
  const chosen = parameters.get(languageParameter)
  if (isLanguage(chosen)) {
    return redirect(303, localizedPath(barePath(path), chosen) + withoutChoice(query, chosen), {
      'set-cookie': languageCookieFor(chosen, publicOrigin),
    })
  }
  const [read] = parameters.get('lang')?.toLowerCase().split(/[-_]/) ?? []
  if (!isLanguage(read) || read === languageOfPath(path)) return undefined
  return redirect(302, localizedPath(barePath(path), read) + query)
}

/** The query without the choice, every other character of it as it was sent; `lang` says the same. */
function withoutChoice(query: string, chosen: Language): string {
  const rest = query
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith(`${languageParameter}=`))
    .map((part) => (part.startsWith('lang=') ? `lang=${chosen}` : part))
    .join('&')
  return rest && `?${rest}`
}

/** Whether a form was sent only to be shown again, in the language of its address. */
export function choosesLanguage(body: Buffer): boolean {
  return /(?:^|&)intent=switch-language(?:&|$)/.test(body.toString('latin1'))
}

/** Remembers a language for 365 days (spec §9). Scripts may read it: it is no secret. */
export function languageCookieFor(language: Language, publicOrigin: string): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  return `${languageCookie}=${language}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
}
