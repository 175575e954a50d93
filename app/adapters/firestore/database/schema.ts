import type { Account } from '../../../domain/accounts/accounts'
import type { Session } from '../../../domain/accounts/sessions'
import type { Desk } from '../../../domain/desks/desks'
import type { Embed } from '../../../domain/desks/embeds'
import type { Entitlement } from '../../../domain/desks/entitlements'
import type { HiddenAccount } from '../../../domain/erasure/erasure'
import type { Feedback, FeedbackKind, Rating } from '../../../domain/feedback/feedback'
import type { HeldAttachment } from '../../../domain/files/attachments'
import type { Photo } from '../../../domain/files/photos'
import type { Declaration } from '../../../domain/legal/declarations'
import type { Mail } from '../../../domain/outbox/mails'
import type { Booking } from '../../../domain/shop/bookings'
import type { OrderCounts } from '../../../domain/shop/order-lists'
import type { Order } from '../../../domain/shop/orders'
import type { RestrictedOrder } from '../../../domain/shop/restricted-orders'
import type { Stock } from '../../../domain/shop/stock'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Message } from '../../../domain/tickets/messages'
import type { SavedReply } from '../../../domain/tickets/saved-replies'
import type { Ticket } from '../../../domain/tickets/tickets'

/** An account with what it is found by, and its desk: one an account. */
export interface AccountRecord extends Account {
  /** The e-mail, however it was capitalised. */
  address: string
  deskId?: string
}

/** A session, which Firestore removes by itself some time after it has ended. */
export interface SessionRecord extends Session {
  expiresAt: Date
}

/** A desk, and whether it erases what is old, by which it is listed. */
export interface DeskRecord extends Desk {
  retaining: boolean
}

/**
 * What happened at a desk in a calendar month (UTC), an entry a ticket or feedback, by the ticket's
 * number or the feedback's id: what a period's numbers are counted from without reading its tickets. Times are in
 * milliseconds, so that a month has room for some 15,000 tickets (1 MiB).
 */
export interface DeskMonth {
  deskId: string
  /** As 2026-01. */
  month: string
  begun?: Record<string, number>
  /** When it was first answered, and begun. */
  answered?: Record<string, [at: number, begunAt: number]>
  /** When it was last solved or closed, and whether it was rated. */
  done?: Record<string, [at: number, rated: boolean]>
  /** When it was given, of feedback that is shown. */
  given?: Record<string, [at: number, rating: Rating, kind: FeedbackKind]>
}

export interface LeaseRecord {
  holder: string
  until: Date
}

/** A ticket whose messages are another one's since it was merged into that. */
export interface MergedPart {
  id: string
  number: number
  /** What its messages' seqs count on from. */
  offset: number
  began: NewHistoryEntry[]
}

/** What a ticket's document holds besides the ticket, and the ticket does not tell. */
export interface TicketFacts {
  /** What leads to it: desk and number, or a secret's hash, those of its merged parts included. */
  keys: string[]
  parts: MergedPart[]
  /** The tickets that continue it. */
  followUps: string[]
  /** What its merged parts are found by, besides their messages. */
  partHeads: string[]
  /** The lines with which its history begins. */
  began: NewHistoryEntry[]
  /** How many lines it has after those. */
  lines: number
  /** Of its files. */
  bytes: number
  /** The key of its feedback, if it has some. */
  feedbackKey?: string
  /** Whether the owner has answered, moved or organised it. */
  dealtWith: boolean
  doneAt?: Date
  ratedAt?: Date
}

/** A ticket, with what lists and searches find it by. */
export interface TicketRecord extends Ticket, TicketFacts {
  facets: string[]
  /** How the words of its number, names and tags begin. */
  heads: string[]
  /** Desk and e-mail of a visitor who is blocked by it. */
  blocked?: string
  /** The lists that go by priority begin with 0. */
  rank: number
  /** Nobody finds it any more, and what is its own goes in steps. */
  hidden?: true
}

/** A message in its ticket's own collection; its id is the hash of its key. */
export interface MessageRecord extends Omit<Message, 'ticketId' | 'mergedFrom'> {
  deskId: string
  ticketId: string
  /** The number of the ticket that it was written to. */
  number: number
  /** How its words begin. */
  words: string[]
  /** Of its files, as they were sent. */
  sentHashes: string[]
}

/** Some of a ticket's history, by ids that are in the order in which the lines were added. */
export interface HistoryRecord {
  chunk: number
  lines: Record<string, NewHistoryEntry>
}

/** Numbers of a desk that are kept in the commit that changes them. */
export interface DeskCounts {
  lastNumber: number
  /** The tickets in a state, or that bear a tag in one spelling. */
  tickets: Record<string, number>
}

/** Bytes that a desk's files take. */
export interface RoomRecord {
  /** Of all that are held or sent. */
  bytes: number
  /** What is under way, by its id: with `until` reserved, else held for a message. */
  uploads: Record<string, { size: number; ticketId?: string; source?: string; until?: Date }>
  /** Of what strangers sent to tickets that were not dealt with, by ticket and network. */
  strangers: Record<string, Record<string, number>>
}

/** A file that is held for a message or has been sent with one. */
export interface AttachmentRecord extends HeldAttachment {
  /** The names of its own file and its preview's. */
  files: string[]
  waiting: boolean
  ticketId?: string
  source?: string
  /** Whether it is a note's, which no visitor sees. */
  noted?: boolean
}

/** Feedback, and whether it has words and no ticket, by which it is listed. */
export interface FeedbackRecord extends Feedback {
  worded: boolean
  loose: boolean
}

/** An order, what leads to it, and how the words begin by which it is found. */
export interface OrderRecord extends Order {
  keys: string[]
  words: string[]
}

/** The shop's numbers and stock; one document, which every order changes. */
export interface ShopRecord {
  lastOrder: number
  lastInvoice: number
  /** By product. */
  stock: Record<string, Stock>
  /** How many orders are in each state. */
  orders: Partial<OrderCounts>
}

/** An account that is hidden and not gone yet. */
export interface ErasureRecord extends HiddenAccount {
  dueAt?: Date
}

/** Whose something is that is there once. */
export interface UniqueRecord {
  of: string
}

/** Every collection and what its documents hold. */
export interface Schema {
  accounts: AccountRecord
  sessions: SessionRecord
  photos: Photo
  desks: DeskRecord
  deskMonths: DeskMonth
  embeds: Embed
  entitlements: Entitlement
  savedReplies: SavedReply
  leases: LeaseRecord
  mails: Mail
  mailStops: { ticketId: string; stoppedAt: Date }
  declarations: Declaration
  feedback: FeedbackRecord
  orders: OrderRecord
  orderEvents: { orderId: string }
  /** Orders of accounts that are gone, as the law wants them kept. */
  restrictedOrders: RestrictedOrder
  shop: ShopRecord
  bookings: Booking
  erasures: ErasureRecord
  purges: { dueAt: Date }
  probe: { beats: number }
  tickets: TicketRecord
  unique: UniqueRecord
  deskCounts: DeskCounts
  rooms: RoomRecord
  attachments: AttachmentRecord
  discardedFiles: { file: string }
}

/** The collections within a ticket's document. */
export interface TicketSchema {
  messages: MessageRecord
  history: HistoryRecord
}
