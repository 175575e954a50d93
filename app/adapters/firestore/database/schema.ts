import type { Account } from '../../../domain/accounts/accounts'
import type { Session } from '../../../domain/accounts/sessions'
import type { Desk } from '../../../domain/desks/desks'
import type { HiddenAccount } from '../../../domain/erasure/erasure'
import type { Feedback, FeedbackKind } from '../../../domain/feedback/feedback'
import type { Rating } from '../../../domain/feedback/ratings'
import type { HeldAttachment } from '../../../domain/files/attachments'
import type { Declaration } from '../../../domain/legal/declarations'
import type { StoredLegal } from '../../../domain/legal/legal-store'
import type { MailStop } from '../../../domain/outbox/mail-stop-records'
import type { Booking } from '../../../domain/shop/bookings'
import type { Catalogue, Product } from '../../../domain/shop/catalogue'
import type { OrderCounts } from '../../../domain/shop/order-lists'
import type { Order } from '../../../domain/shop/orders'
import type { RestrictedOrder } from '../../../domain/shop/restricted-orders'
import type { Stock } from '../../../domain/shop/stock'
import type { StoredSite } from '../../../domain/site/settings-store'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Message } from '../../../domain/tickets/messages'
import type { Ticket } from '../../../domain/tickets/tickets'

export interface AccountRecord extends Account {
  address: string
  /** The desk that it founded, in data of versions without members. */
  deskId?: string
}

/** Firestore removes it some time after `expiresAt`. */
export interface SessionRecord extends Session {
  expiresAt: Date
}

/** `retaining`: whether it erases old tickets, for queries. */
export interface DeskRecord extends Desk {
  retaining: boolean
  /** Of its owner, in data of versions without members. */
  awaySince?: Date
}

/**
 * A desk's calendar month (UTC), by ticket number or feedback id: periods are counted from it
 * without reading tickets. Times in milliseconds leave room for some 15,000 tickets (1 MiB).
 */
export interface DeskMonth {
  deskId: string
  month: string
  begun?: Record<string, number>
  /** First reply, and beginning. */
  answered?: Record<string, [at: number, begunAt: number]>
  /** Last solved or closed, and whether rated. */
  done?: Record<string, [at: number, rated: boolean]>
  /** Shown feedback only. */
  given?: Record<string, [at: number, rating: Rating, kind: FeedbackKind]>
}

/** A merged ticket, whose messages are read as the target's. */
export interface MergedPart {
  id: string
  number: number
  /** Added to its messages' `seq`. */
  offset: number
  began: NewHistoryEntry[]
}

/** Stored beside the ticket, not derived from it. */
export interface TicketFacts {
  /** Desk and number, and secret hashes, also of merged tickets. */
  keys: string[]
  parts: MergedPart[]
  followUps: string[]
  /** Searchable texts of merged tickets, without messages. */
  partHeads: string[]
  began: NewHistoryEntry[]
  lines: number
  bytes: number
  feedbackKey?: string
  dealtWith: boolean
  doneAt?: Date
  ratedAt?: Date
}

export interface TicketRecord extends Ticket, TicketFacts {
  facets: string[]
  /** Beginnings of words in number, names and tags. */
  heads: string[]
  /** Desk and e-mail of a visitor whom it blocks. */
  blocked?: string
  /** 0 is the highest priority. */
  rank: number
  hidden?: true
}

/** In its ticket's collection; its id is the hash of its key. */
export interface MessageRecord extends Omit<Message, 'ticketId' | 'mergedFrom' | 'kind'> {
  /** moved: where a message was that is in another ticket now. */
  kind: Message['kind'] | 'moved'
  deskId: string
  ticketId: string
  number: number
  words: string[]
  sentHashes: string[]
}

export interface HistoryRecord {
  chunk: number
  lines: Record<string, NewHistoryEntry>
}

/** Updated in the commit that changes what is counted. */
export interface DeskCounts {
  lastNumber: number
  /** Tickets per state, per spelling of a tag, or per member and state. */
  tickets: Record<string, number>
}

export interface RoomRecord {
  bytes: number
  /** Reservations (with `until`) and held files, by id. */
  uploads: Record<string, { size: number; ticketId?: string; source?: string; until?: Date }>
  /** Strangers' unanswered files by ticket and network. */
  strangers: Record<string, Record<string, number>>
}

export interface AttachmentRecord extends HeldAttachment {
  files: string[]
  waiting: boolean
  ticketId?: string
  source?: string
  /** Hidden from visitors; see `isForDesk`. */
  noted?: boolean
}

/** For queries: `worded` has a comment, `loose` has no ticket. */
export interface FeedbackRecord extends Feedback {
  worded: boolean
  loose: boolean
}

export interface OrderRecord extends Order {
  keys: string[]
  words: string[]
  /** Its number again while its refund is due, or its withdrawal to do: such are listed by an index of this field alone. */
  refundDue?: number
}

/** One document, which every order changes. */
export interface ShopRecord {
  lastOrder: number
  lastInvoice: number
  stock: Record<string, Stock>
  orders: Partial<OrderCounts>
}

/** One document; the products are documents of their own. */
export interface CatalogueRecord extends Omit<Catalogue, 'products'> {
  version: number
  products: string[]
}

export interface ErasureRecord extends HiddenAccount {
  dueAt?: Date
}

/** `of` is the owner's id. */
export interface UniqueRecord {
  of: string
}

export interface Schema {
  accounts: AccountRecord
  sessions: SessionRecord
  desks: DeskRecord
  deskMonths: DeskMonth
  mailStops: MailStop
  declarations: Declaration
  siteClaim: { deskId: string }
  siteSettings: StoredSite
  sitePictures: { bytes: Uint8Array }
  legalDetails: StoredLegal
  feedback: FeedbackRecord
  catalogue: CatalogueRecord
  products: Product
  productPhotos: { bytes: Uint8Array }
  orders: OrderRecord
  orderEvents: { orderId: string }
  /** Kept by law after an account's erasure. */
  restrictedOrders: RestrictedOrder
  shop: ShopRecord
  bookings: Booking
  erasures: ErasureRecord
  purges: { dueAt: Date }
  probe: { beats: number }
  generation: { generation: number }
  tickets: TicketRecord
  unique: UniqueRecord
  deskCounts: DeskCounts
  rooms: RoomRecord
  attachments: AttachmentRecord
  discardedFiles: { file: string }
}

export interface TicketSchema {
  messages: MessageRecord
  history: HistoryRecord
}
