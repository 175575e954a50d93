import type { HistoryEntry } from './history-entries'
import type { TicketState } from './states'
import type { FoundScope, OwnerScope } from './tickets'

/** Another ticket, as much as a link to it says. */
export interface TicketLink {
  number: number
  state: TicketState
  title: string
}

export interface TicketLinks {
  /** The closed ticket that this one continues. */
  followUpOf?: TicketLink
  /** The tickets that continue this one, by number. */
  followUps: TicketLink[]
  /** The tickets that were merged into this one, by number. */
  mergedFrom: TicketLink[]
}

/** What became of a ticket, and its relatives. */
export interface TicketHistory {
  /** The newest `limit` lines, in order of time; with those of the tickets merged into it. */
  entries(scope: FoundScope, limit: number): Promise<HistoryEntry[]>
  /** The ticket's relatives; none for an unknown one. */
  links(scope: FoundScope & OwnerScope): Promise<TicketLinks>
}
