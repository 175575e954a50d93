import type { Language } from '~/domain/text/languages'
import { languageCookie } from '~/i18n/addresses'

/** Lasts 365 days (spec §9). Scripts may read it: it is no secret. */
export function languageCookieFor(language: Language, publicOrigin: string): string {
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : ''
  return `${languageCookie}=${language}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`
}
