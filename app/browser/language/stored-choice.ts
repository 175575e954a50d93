import { keepLanguage } from './choice'

/** Backs up the language cookie in storage, for the home page. */
export function applyLanguageChoice() {
  const [, chosen] = /\bi18n_redirected=(\w+)/.exec(document.cookie) ?? []
  if (chosen) return keepLanguage(chosen)
  try {
    const { i18n_redirected: kept } = localStorage
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (kept) document.cookie = `i18n_redirected=${kept};max-age=31536000;path=/;samesite=lax`
  } catch {
    // Storage is blocked.
  }
}
