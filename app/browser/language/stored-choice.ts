import { keepLanguage } from './choice'

/** Mirrors the language cookie in storage. Where it is gone, restores it from there, and returns it. */
export function applyLanguageChoice(): string | undefined {
  const chosen = cookie()
  if (chosen) return void keepLanguage(chosen)
  try {
    const { i18n_redirected: stored } = localStorage
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (stored) document.cookie = `i18n_redirected=${stored};max-age=31536000;path=/;samesite=lax`
    return cookie()
  } catch {
    // Storage is blocked.
  }
}

function cookie() {
  return /\bi18n_redirected=(\w+)/.exec(document.cookie)?.[1]
}
