/**
 * Keeps the chosen language beside its cookie, under the same name. The address decides in which
 * language a page is, so nothing is read back; a browser may keep no storage for us at all.
 */
export function keepLanguageChoice() {
  try {
    const [, chosen] = /\bi18n_redirected=(\w+)/.exec(document.cookie) ?? []
    if (chosen) localStorage.i18n_redirected = chosen
  } catch {}
}
