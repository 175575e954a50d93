/** Keeps a chosen language in the browser's storage, under the name of its cookie. */
export function keepLanguage(language: string) {
  try {
    localStorage.i18n_redirected = language
  } catch {
    // A browser may keep no storage for us at all.
  }
}
