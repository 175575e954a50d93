import type { HistoryEntry } from './history-entries'
import type { TicketState } from './states'
import type { FoundScope, OwnerScope } from './tickets'

export interface TicketLink {
  number: number
  state: TicketState
  title: string
}

export interface TicketLinks {
  followUpOf?: TicketLink
  followUps: TicketLink[]
  mergedFrom: TicketLink[]
}

export interface TicketHistory {
  /** The newest `limit` entries, oldest first, including merged tickets' ones. */
  entries(scope: FoundScope, limit: number): Promise<HistoryEntry[]>
  links(scope: FoundScope & OwnerScope): Promise<TicketLinks>
}
