/** A desk, and which of its members asks; the stores read the desk alone. */
export interface DeskScope {
  deskId: string
  byUid?: string
}

export interface OwnerScope extends DeskScope {
  number: number
}

/** Part of the query itself. Scopes of a merged ticket resolve to its target. */
export type TicketScope = OwnerScope | { secretHash: string }

/** The id spares a store another look-up. A `Ticket` is its visitor's scope. */
export type FoundScope = TicketScope & { id?: string }

/** Who sees a message. */
export type Reader = 'visitor' | { reader: string }
