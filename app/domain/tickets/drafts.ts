/** What a member has begun to write in a ticket and not sent: theirs alone, one a ticket. */
export interface Draft {
  ticketId: string
  /** The member's, as `Member` has it. */
  reader: string
  deskId: string
  /** The key that the message will have. */
  key: string
  body: string
  isNote: boolean
  /** The last message on the page when it was begun. */
  seen: number
  savedAt: Date
}

/** Of a member at a desk; the one saved longest ago gives way to another. */
export const mostDrafts = 100

/** Promises resolve after commit and sync. */
export interface DraftStore {
  /** Takes the place of the ticket's draft. Does nothing for a ticket that is not there. */
  save(draft: Draft): Promise<void>
  remove(ticketId: string, reader: string): Promise<void>
  find(ticketId: string, reader: string): Promise<Draft | undefined>
  /** At most `mostDrafts`, saved last first. */
  list(deskId: string, reader: string): Promise<Draft[]>
  /** A merged ticket's go to the one it was merged into; a draft that is there already stays. */
  follow(from: string, to: string): Promise<void>
}
