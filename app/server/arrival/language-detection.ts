import type { IncomingHttpHeaders } from 'node:http'
import { LanguageDetector } from 'remix-i18next/server'
import { defaultLanguage, isLanguage, type Language, languages } from '~/domain/text/languages'
import { cookieValues } from '~/http/cookies/cookies'
import { languageCookie, localizedPath } from '~/i18n/addresses'
import { type Answer, notStored, redirect } from '../responses/answer'
import { weighted } from '../responses/weighted'

/** What the home page's language depends on, for caches. */
export const detectedBy = 'Accept-Language, Cookie'

const detector = new LanguageDetector({
  supportedLanguages: [...languages],
  fallbackLanguage: defaultLanguage,
  // The detector's own readers expect an encoded cookie, and prefer a language without a region to
  // one with it, whatever their weights.
  order: ['custom'],
  async findLocale({ headers }) {
    const wanted = weighted(headers.get('Accept-Language') ?? '')
      .filter(({ weight }) => weight > 0)
      .map(({ value }) => value.split('-')[0] ?? '')
    const [chosen = ''] = cookieValues(headers.get('Cookie'), languageCookie)
    return [chosen, ...wanted].filter((tag) => /^[a-z]{2,8}$/.test(tag))
  },
})

/** Redirects from the bare home page to the visitor's language if it is another one. */
export async function inDetectedLanguage(
  headers: IncomingHttpHeaders,
  query: string,
): Promise<Answer | undefined> {
  const [chosen = ''] = cookieValues(headers.cookie, languageCookie)
  const found = await detect(headers['accept-language'] ?? '', chosen)
  if (found === defaultLanguage) return undefined
  return redirect(302, localizedPath('/', found) + query, {
    'cache-control': notStored,
    vary: detectedBy,
  })
}

/** Browsers send few different values, and the home page is requested often. */
const detected = new Map<string, Language>()
const mostDetected = 500

async function detect(accepted: string, chosen: string): Promise<Language> {
  const asked = `${chosen} ${accepted}`
  const before = detected.get(asked)
  if (before) return before
  const headers = { 'Accept-Language': accepted, Cookie: `${languageCookie}=${chosen}` }
  const language = await detector.detect(new Request('http://localhost', { headers }))
  const found = isLanguage(language) ? language : defaultLanguage
  if (detected.size < mostDetected && asked.length < 200) detected.set(asked, found)
  return found
}
