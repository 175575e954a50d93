import { field, fill, place, read } from './page'

/**
 * Keeps what is typed for this conversation, with its key, so that a reload does not lose it. False if
 * there is something to keep and the browser does not let us.
 */
export function keepDraft(): boolean {
  const name = `draft${place()}`
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

/** Puts the kept text into an empty field; what the server gave back goes before. */
export function restoreDraft() {
  try {
    const kept = sessionStorage.getItem(`draft${place()}`)
    if (kept && !field('body').value) fill(JSON.parse(kept))
  } catch {
    // A storage that is refused has kept nothing.
  }
}
