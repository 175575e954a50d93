export function keepLanguage(language: string) {
  try {
    localStorage.i18n_redirected = language
  } catch {
    // Storage may be blocked.
  }
}
