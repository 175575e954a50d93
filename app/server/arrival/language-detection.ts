import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import { LanguageDetector } from 'remix-i18next/server'
import { defaultLanguage, isLanguage, languages } from '~/domain/text/languages'
import { cookieValues } from '~/http/cookies/cookies'
import { languageCookie, localizedPath } from '~/i18n/addresses'
import { type Answer, notStored, redirect } from '../responses/answer'

/** What the language of such a page depends on, for caches. */
export const detectedBy = 'Accept-Language, Cookie'

const detector = new LanguageDetector({
  supportedLanguages: [...languages],
  fallbackLanguage: defaultLanguage,
  // The detector's own readers expect an encoded cookie, and prefer a language without a region to
  // one with it, whatever their weights.
  order: ['custom'],
  async findLocale({ headers }) {
    const [chosen] = cookieValues(headers.get('Cookie'), languageCookie)
    if (isLanguage(chosen)) return chosen
    const accepted = headers.get('Accept-Language')?.slice(0, 1_000) ?? ''
    return new Negotiator({ headers: { 'accept-language': accepted } }).languages(languages)
  },
})

/** Whether it follows what its reader reads: the home page, and the set-up link, which is printed in English. */
export function isDetected({ path, query }: { path: string; query: string }): boolean {
  return path === '/' || (path === '/signup' && new URLSearchParams(query).has('setup'))
}

/** Redirects from a bare address to its reader's language if it is another one. */
export async function inDetectedLanguage(
  { cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders,
  { path, query }: { path: string; query: string },
): Promise<Answer | undefined> {
  const headers = { 'Accept-Language': accepted, Cookie: cookie }
  const found = await detector.detect(new Request('http://localhost', { headers }))
  if (!isLanguage(found) || found === defaultLanguage) return undefined
  return redirect(302, localizedPath(path, found) + query, {
    'cache-control': notStored,
    vary: detectedBy,
  })
}
