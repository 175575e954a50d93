/** An appointment in an e-mail, as its calendar file says; nothing proves it. */
export interface Invitation {
  /** What its sender does: invites, calls it off, or replies to an invitation. */
  kind: 'invitation' | 'cancelled' | 'accepted' | 'declined' | 'tentative'
  what: string
  /** An instant in ISO 8601, or a day such as 2026-11-28 of one that takes whole days. */
  begins: string
  /** Of the same form; the last day is included. */
  ends?: string
  /** Whether it is the first of several. */
  repeats?: true
  place?: string
  /** Names or addresses. */
  by?: string
  with?: string[]
}

/** Whether an end or a beginning is a whole day. */
export function isWholeDay(time: string): boolean {
  return time.length === '2026-11-28'.length
}
