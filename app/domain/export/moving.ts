import type { Account } from '../accounts/accounts'
import type { Session } from '../accounts/sessions'
import type { AuditLogEntry } from '../desks/audit-log'
import type { Desk } from '../desks/desks'
import type { Embed } from '../desks/embeds'
import type { Entitlement } from '../desks/entitlements'
import type { Member } from '../desks/members'
import type { HiddenAccount } from '../erasure/erasure'
import type { Feedback } from '../feedback/feedback'
import type { HeldAttachment } from '../files/attachments'
import type { Photo } from '../files/photos'
import type { StoredCode, StoredIdentity } from '../identity/identities'
import type { ProviderRecord } from '../identity/identity-records'
import type { Passkey } from '../identity/passkeys'
import type { SecondFactor } from '../identity/second-factors'
import type { Declaration } from '../legal/declarations'
import type { StoredLegal } from '../legal/legal-store'
import type { MailAlias } from '../mail-in/aliases'
import type { Mailbox } from '../mail-in/mailboxes'
import type { Invitation } from '../members/invitations'
import type { Mail } from '../outbox/mails'
import type { Booking } from '../shop/bookings'
import type { Catalogue } from '../shop/catalogue'
import type { Order } from '../shop/orders'
import type { ProductPhoto } from '../shop/product-photos'
import type { RestrictedOrder } from '../shop/restricted-orders'
import type { Stock } from '../shop/stock'
import type { StoredSite } from '../site/settings-store'
import type { Draft } from '../tickets/drafts'
import type { NewHistoryEntry } from '../tickets/history-entries'
import type { MentionedIn } from '../tickets/mentions'
import type { Message } from '../tickets/messages'
import type { SavedReply } from '../tickets/saved-replies'
import type { Ticket } from '../tickets/tickets'

type MergedTicket = Pick<
  Ticket,
  'id' | 'number' | 'secretHash' | 'visitorName' | 'visitorEmail' | 'tags'
> & {
  /** The `seq` before its first message. */
  after: number
}

export interface MovedTicket extends Ticket {
  dealtWith: boolean
  doneAt?: Date
  ratedAt?: Date
  feedbackKey?: string
  /** Since when its visitor wants no e-mails. */
  stoppedAt?: Date
  /** Of people in copy who want no e-mails. */
  copyStops?: string[]
  history: NewHistoryEntry[]
  merged: MergedTicket[]
  /** Ids of tickets that continue it, in order. */
  followUps: string[]
  bytes: number
}

export interface MovedMessage extends Omit<Message, 'attachments' | 'kind'> {
  /** moved: where a message was that is in another ticket now. */
  kind: Message['kind'] | 'moved'
  attachments: (HeldAttachment & { source?: string })[]
}

/** The records of a store, without derived data (counts, indexes) and leases. */
interface Kept {
  account: Account
  identity: StoredIdentity
  provider: ProviderRecord
  actionCode: StoredCode
  secondFactor: SecondFactor
  passkey: Passkey
  photo: Photo & { uid: string }
  session: Session
  desk: Desk & { lastNumber: number }
  member: Member
  invitation: Invitation
  auditLogEntry: AuditLogEntry
  mailAlias: MailAlias
  siteClaim: { deskId: string }
  siteSettings: StoredSite
  sitePicture: ProductPhoto
  embed: Embed & { deskId: string }
  savedReply: SavedReply
  ticket: MovedTicket
  message: MovedMessage
  draft: Draft
  mention: MentionedIn
  feedback: Feedback
  mail: Mail
  mailbox: Mailbox
  declaration: Declaration
  legal: StoredLegal
  order: Order
  orderEvent: { id: string; orderId: string }
  catalogue: Catalogue & { version: number }
  productPhoto: ProductPhoto
  entitlement: Entitlement
  booking: Booking
  restrictedOrder: RestrictedOrder
  shop: { lastOrder: number; lastInvoice: number; stock: Stock[] }
  erasure: Omit<HiddenAccount, 'hasData'> & { dueAt?: Date }
}

/** Accounts come first, then each desk with all that is its own. */
export const movedNouns = [
  'account',
  'identity',
  'provider',
  'actionCode',
  'secondFactor',
  'passkey',
  'photo',
  'session',
  'desk',
  'member',
  'invitation',
  'auditLogEntry',
  'mailAlias',
  'embed',
  'savedReply',
  'ticket',
  'message',
  'draft',
  'mention',
  'feedback',
  'mail',
  'mailbox',
  'siteClaim',
  'siteSettings',
  'sitePicture',
  'declaration',
  'legal',
  'order',
  'orderEvent',
  'catalogue',
  'productPhoto',
  'entitlement',
  'booking',
  'restrictedOrder',
  'shop',
  'erasure',
] as const satisfies (keyof Kept)[]

export type Piece = {
  [Noun in keyof Kept]: { noun: Noun; record: Kept[Noun] }
}[keyof Kept]

/** All of a store, in the domain's nouns. Nobody else may write meanwhile. */
export interface MovableStore {
  /** `half`: a load was begun and not finished; no server starts on it. */
  state(): Promise<'empty' | 'half' | 'whole'>
  /** In the same order each time, without what is being erased; of a half store what was loaded. */
  dump(): AsyncIterable<Piece>
  /** Only into an empty or half store; replaces what an interrupted load has left. */
  load(pieces: AsyncIterable<Piece>): Promise<void>
  /** Marks the loaded data as a complete store. */
  finish(): Promise<void>
  close(): Promise<void>
}
