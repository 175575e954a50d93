import { conversationKey, field, fill, read } from './page'

/** Returns false if there is text but storage fails. */
export function saveDraft(): boolean {
  const name = `draft${conversationKey()}`
  try {
    const typed = read().filter(([key, value]) => {
      return value && typeof value === 'string' && (key === 'key' || field(key).type !== 'hidden')
    })
    if (typed.length > 1) sessionStorage.setItem(name, JSON.stringify(typed))
    else sessionStorage.removeItem(name)
    return true
  } catch {
    return !field('body').value
  }
}

/** Only into an empty field: what the server returned wins. */
export function restoreDraft() {
  try {
    const saved = sessionStorage.getItem(`draft${conversationKey()}`)
    if (saved && !field('body').value) fill(JSON.parse(saved))
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}
