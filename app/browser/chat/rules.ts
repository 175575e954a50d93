/** What an answer to a send means. `taken` says that it is a page of ours with the conversation on it. */
export function verdict(status: number, taken: boolean): 'sent' | 'refused' | 'later' {
  if (status === 200 && taken) return 'sent'
  // A time-out and too many at once pass; every other refusal would be repeated.
  const passes = [408, 425, 429].includes(status)
  return status >= 400 && status < 500 && !passes ? 'refused' : 'later'
}

/** Milliseconds until the next try: 1, 2, 4 … 30 s, and up to a quarter more by `chance` (0 to 1). */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(30, 2 ** (failures - 1)) * (1_000 + 250 * chance)
}

/**
 * Where a message belongs among those on show, whatever the order in which they came: before which
 * of them, or behind all. Undefined for one that is there already.
 */
export function placeFor(shown: number[], seq: number): number | undefined {
  if (shown.includes(seq)) return undefined
  const next = shown.findIndex((each) => each > seq)
  return next < 0 ? shown.length : next
}

/** A key of our own making, as `keyPattern` wants it; randomUUID is not there on plain http. */
export function newKey(): string {
  const numbers = [...crypto.getRandomValues(new Uint32Array(5))]
  return numbers.map((each) => each.toString(36).padStart(7, '0')).join('')
}
