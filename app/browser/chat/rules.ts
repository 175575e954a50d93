export function verdict(status: number, taken: boolean): 'sent' | 'refused' | 'later' {
  if (status === 200 && taken) return 'sent'
  // These pass; any other refusal would repeat.
  const passes = [408, 425, 429].includes(status)
  return status >= 400 && status < 500 && !passes ? 'refused' : 'later'
}

/** Milliseconds until the next try: 1, 2, 4 … 30 s, plus up to a quarter by `chance` (0 to 1). */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(30, 2 ** (failures - 1)) * (1_000 + 250 * chance)
}

/** The message to insert `seq` before, or the end; undefined if it is shown already. */
export function insertionIndex(shown: number[], seq: number): number | undefined {
  if (shown.includes(seq)) return undefined
  const next = shown.findIndex((each) => each > seq)
  return next < 0 ? shown.length : next
}

/** A key that fits `keyPattern`; randomUUID is absent on plain http. */
export function newKey(): string {
  const numbers = [...crypto.getRandomValues(new Uint32Array(5))]
  return numbers.map((each) => each.toString(36).padStart(7, '0')).join('')
}
