import type { AccountStore } from './accounts/accounts'
import type { SessionStore } from './accounts/sessions'
import type { AuditLogStore } from './desks/audit-log'
import type { DeskStore } from './desks/desks'
import type { EmbedStore } from './desks/embeds'
import type { EntitlementStore } from './desks/entitlements'
import type { MemberStore } from './desks/members'
import type { SiteClaimStore } from './desks/site-desk'
import type { ErasureStore } from './erasure/erasure'
import type { FeedbackStore } from './feedback/feedback'
import type { AttachmentStore } from './files/attachments'
import type { PhotoStore } from './files/photos'
import type { IdentityStore } from './identity/identities'
import type { PasskeyStore } from './identity/passkeys'
import type { SecondFactorStore } from './identity/second-factors'
import type { DeclarationStore } from './legal/declarations'
import type { LegalStore } from './legal/legal-store'
import type { ChangedTickets } from './letters/plans'
import type { MailAliasStore } from './mail-in/aliases'
import type { MailboxStore } from './mail-in/mailboxes'
import type { InvitationStore } from './members/invitations'
import type { LeaseStore } from './outbox/leases'
import type { MailStore } from './outbox/mails'
import type { CatalogueStore } from './shop/catalogue-store'
import type { OrderStore } from './shop/order-store'
import type { RestrictedOrderStore } from './shop/restricted-orders'
import type { SiteStore } from './site/settings-store'
import type { DraftStore } from './tickets/drafts'
import type { TicketHistory } from './tickets/history'
import type { MentionStore } from './tickets/mentions'
import type { TicketNumbers } from './tickets/numbers'
import type { TicketRetractions } from './tickets/retracting'
import type { RoundRobin } from './tickets/round-robin'
import type { SavedReplyStore } from './tickets/saved-replies'
import type { TicketSearch } from './tickets/search'
import type { TicketSplits } from './tickets/splitting'
import type { TicketStore } from './tickets/tickets'
import type { TicketTimers } from './tickets/timers'
import type { VisitorBlocks } from './tickets/visitor-blocks'

/** Before the store counts as unavailable. */
export const mostTries = 25

/** The disk is full, read-only or broken, or another process holds the store. */
export class StoreUnavailable extends Error {
  /** The technology's own code, such as SQLITE_FULL or ENOSPC. */
  readonly code: string

  constructor(code: string, cause: unknown) {
    super(`The store is unavailable: ${code}`, { cause })
    this.name = 'StoreUnavailable'
    this.code = code
  }
}

/** The store gave no response in time. What was to be written may still be. */
export class StoreSilent extends StoreUnavailable {
  constructor(cause?: unknown) {
    super('DEADLINE_EXCEEDED', cause)
    this.name = 'StoreSilent'
  }
}

/** The store of the settings cannot be opened; the message is for the operator. */
export class StoreNotOpened extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'StoreNotOpened'
  }
}

/** For optional writes: undefined where the store is unavailable, which is reported. */
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
 * All store ports of one database. An adapter opens them together, since what
 * one commit touches belongs to several of them.
 *
 * Any of them may be far away, so that they ask for nothing that only a local database gives:
 * - A commit reads first and then writes, at most 500 records and 10 MiB. Methods that may have to do
 *   with more take a limit and are called again, or let it be done in several commits and say so.
 * - A commit that others disturb is tried again, at most `mostTries` times, its `decide` included;
 *   after that it rejects with StoreUnavailable, and nothing was changed.
 * - What is unique is so within the commit that adds it, by a record whose id is made of it: an identity's
 *   address, a desk's
 *   members, key and start keys, a ticket's number, secret, client keys and feedback, an order's checkout
 *   key, secret, payment reference and events, form keys, shortcuts, mails' keys, files' names.
 * - Numbers that count on (tickets at a desk, orders and invoices in the shop) and counts change in
 *   the commit of what is counted. How many may write to one record at once is the adapter's to state.
 * - Values that queries compare are stored as the domain computes them: `emailKey`, `tagKey`, `rankOf`, `needles`,
 *   `orderWords`.
 */
export interface Stores {
  accounts: AccountStore
  identities: IdentityStore
  secondFactors: SecondFactorStore
  passkeys: PasskeyStore
  sessions: SessionStore
  desks: DeskStore
  members: MemberStore
  invitations: InvitationStore
  auditLog: AuditLogStore
  siteClaim: SiteClaimStore
  siteSettings: SiteStore
  embeds: EmbedStore
  photos: PhotoStore
  tickets: TicketStore
  ticketHistory: TicketHistory
  ticketRetractions: TicketRetractions
  ticketSplits: TicketSplits
  ticketSearch: TicketSearch
  ticketNumbers: TicketNumbers
  ticketTimers: TicketTimers
  drafts: DraftStore
  mentions: MentionStore
  roundRobin: RoundRobin
  erasure: ErasureStore
  visitorBlocks: VisitorBlocks
  savedReplies: SavedReplyStore
  attachments: AttachmentStore
  feedback: FeedbackStore
  changedTickets: ChangedTickets
  mails: MailStore
  mailboxes: MailboxStore
  mailAliases: MailAliasStore
  products: CatalogueStore
  orders: OrderStore
  restrictedOrders: RestrictedOrderStore
  entitlements: EntitlementStore
  declarations: DeclarationStore
  legalDetails: LegalStore
  leases: LeaseStore
  /** Throws unless the stores can be read and written. */
  ready(): Promise<void>
  /** Returns the damage in the technology's words; undefined if sound. Rejects once closed. */
  verify(): Promise<string | undefined>
  /** Removes erased data from every file and copy; writes may wait. Throws if it fails for now. */
  purge(): Promise<void>
  close(): Promise<void>
}
