import { keepLanguage } from './choice'

/**
 * Keeps the language that the cookie says, and brings the cookie back from the storage when it is gone:
 * the home page asks it. Every other page is in the language of its address.
 */
export function applyLanguageChoice() {
  const [, chosen] = /\bi18n_redirected=(\w+)/.exec(document.cookie) ?? []
  if (chosen) return keepLanguage(chosen)
  try {
    const { i18n_redirected: kept } = localStorage
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (kept) document.cookie = `i18n_redirected=${kept};max-age=31536000;path=/;samesite=lax`
  } catch {
    // Nothing was kept.
  }
}
