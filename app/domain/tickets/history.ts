import type { HistoryEntry } from './history-entries'
import type { FoundScope, OwnerScope } from './scopes'
import type { TicketState } from './states'

export interface TicketLink {
  number: number
  state: TicketState
  title: string
}

export interface MergedLink extends TicketLink {
  subject?: string
  createdAt: Date
}

export interface TicketLinks {
  followUpOf?: TicketLink
  followUps: TicketLink[]
  mergedFrom: MergedLink[]
}

export interface TicketHistory {
  /** The newest `limit` entries, oldest first, including merged tickets' ones. */
  entries(scope: FoundScope, limit: number): Promise<HistoryEntry[]>
  links(scope: FoundScope & OwnerScope): Promise<TicketLinks>
}
