import type { AccountStore } from './accounts/accounts'
import type { SessionStore } from './accounts/sessions'
import type { DeskStore } from './desks/desks'
import type { EmbedStore } from './desks/embeds'
import type { EntitlementStore } from './desks/entitlements'
import type { ErasureStore } from './erasure/erasure'
import type { FeedbackStore } from './feedback/feedback'
import type { AttachmentStore } from './files/attachments'
import type { PhotoStore } from './files/photos'
import type { DeclarationStore } from './legal/declarations'
import type { ChangedTickets } from './letters/plans'
import type { LeaseStore } from './outbox/leases'
import type { MailStore } from './outbox/mails'
import type { OrderStore } from './shop/orders'
import type { TicketHistory } from './tickets/history'
import type { TicketNumbers } from './tickets/numbers'
import type { SavedReplyStore } from './tickets/saved-replies'
import type { TicketSearch } from './tickets/search'
import type { TicketStore } from './tickets/tickets'
import type { TicketTimers } from './tickets/timers'
import type { VisitorBlocks } from './tickets/visitor-blocks'

/** A store cannot be used for now: its disk is full, read-only or broken, or another process holds it. */
export class StoreUnavailable extends Error {
  /** What the technology behind the store calls it, such as SQLITE_FULL or ENOSPC. */
  readonly code: string

  constructor(code: string, cause: unknown) {
    super(`The store is unavailable: ${code}`, { cause })
    this.name = 'StoreUnavailable'
    this.code = code
  }
}

/**
 * Returns what a write gives that its page can do without; undefined where the store is unavailable,
 * which is reported.
 */
export async function bestEffort<Result>(
  writing: Promise<Result>,
  report: (error: unknown) => void,
): Promise<Result | undefined> {
  try {
    return await writing
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    report(error)
    return undefined
  }
}

/**
 * Everything that is kept: all store ports of one database. An adapter opens them together, since what
 * one commit touches belongs to several of them.
 */
export interface Stores {
  accounts: AccountStore
  sessions: SessionStore
  desks: DeskStore
  embeds: EmbedStore
  photos: PhotoStore
  tickets: TicketStore
  ticketHistory: TicketHistory
  ticketSearch: TicketSearch
  ticketNumbers: TicketNumbers
  ticketTimers: TicketTimers
  erasure: ErasureStore
  visitorBlocks: VisitorBlocks
  savedReplies: SavedReplyStore
  attachments: AttachmentStore
  feedback: FeedbackStore
  changedTickets: ChangedTickets
  mails: MailStore
  orders: OrderStore
  entitlements: EntitlementStore
  declarations: DeclarationStore
  leases: LeaseStore
  /** Throws unless the stores can be read and written now. */
  ready(): Promise<void>
  /**
   * Returns what is damaged in what is kept, in the technology's words; undefined where all is sound.
   * Takes as long as reading all of it, while everything else goes on. Rejects once it is closed.
   */
  verify(): Promise<string | undefined>
  /**
   * Takes what was erased out of every file and copy for good. Reading goes on meanwhile; writing may
   * wait. Throws if it cannot just now.
   */
  purge(): Promise<void>
  /** Lets go of the database; what was acknowledged is committed already. May be called twice. */
  close(): Promise<void>
}
