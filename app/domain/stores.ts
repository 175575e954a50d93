import type { AccountStore } from './accounts'
import type { AttachmentStore } from './attachments'
import type { DeclarationStore } from './declarations'
import type { DeskStore } from './desks'
import type { EmbedStore } from './embeds'
import type { EntitlementStore } from './entitlements'
import type { ErasureStore } from './erasure'
import type { FeedbackStore } from './feedback'
import type { LeaseStore } from './leases'
import type { ChangedTickets } from './mail-plans'
import type { MailStore } from './mails'
import type { OrderStore } from './orders'
import type { PhotoStore } from './photos'
import type { SavedReplyStore } from './saved-replies'
import type { SessionStore } from './sessions'
import type { TicketHistory } from './ticket-history'
import type { TicketNumbers } from './ticket-numbers'
import type { TicketSearch } from './ticket-search'
import type { TicketTimers } from './ticket-timers'
import type { TicketStore } from './tickets'
import type { VisitorBlocks } from './visitor-blocks'

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
