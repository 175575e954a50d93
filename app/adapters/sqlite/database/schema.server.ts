import type { Generated } from 'kysely'
import type { Account } from '../../../domain/accounts/accounts'
import type { Session, SessionUser } from '../../../domain/accounts/sessions'
import type { Desk } from '../../../domain/desks/desks'
import type { Member } from '../../../domain/desks/members'
import type { HiddenAccount } from '../../../domain/erasure/erasure'
import type { Feedback } from '../../../domain/feedback/feedback'
import type { HeldAttachment, UploadTarget } from '../../../domain/files/attachments'
import { soundText } from '../../../domain/files/plain-text'
import type { Declaration } from '../../../domain/legal/declarations'
import type { StoredMail } from '../../../domain/outbox/mail-records'
import type { MailStop } from '../../../domain/outbox/mail-stop-records'
import type { Booking } from '../../../domain/shop/bookings'
import type { Order } from '../../../domain/shop/orders'
import type { ProductPhoto } from '../../../domain/shop/product-photos'
import type { RestrictedOrder } from '../../../domain/shop/restricted-orders'
import type { Standing } from '../../../domain/shop/standings'
import type { Stock } from '../../../domain/shop/stock'
import type { CountName } from '../../../domain/tickets/counts'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Message } from '../../../domain/tickets/messages'
import type { Ticket } from '../../../domain/tickets/tickets'

/** Times are stored as milliseconds UTC, booleans as 1 and 0, objects as JSON. */
type Cell<Value> = Value extends Date | boolean
  ? number
  : Value extends undefined
    ? null
    : Value extends string | number | null
      ? Value
      : string

/** Absent fields are NULL. */
export type Row<Stored> = { [Field in keyof Stored]-?: Cell<Stored[Field]> }

export type OrderRow = Row<Order> & { listed: Standing }

/** A ticket with the marks that `marksOf` gives it, when it was rated, and its visitor's `emailKey`. */
export type TicketRow = Row<Ticket> & {
  doneAt: Generated<number | null>
  dealtWith: Generated<number>
  ratedAt: Generated<number | null>
  visitorEmailKey: Generated<string>
}

/** Columns are snake_case in SQL and camelCase here. */
export interface Schema {
  accounts: Row<Account> & { emailKey: string }
  sessions: Row<Omit<Session, 'user'> & Omit<SessionUser, 'photoURL'> & { photoUrl: string | null }>
  desks: Row<Desk> & {
    lastNumber: Generated<number>
    searchPlace: Generated<number | null>
    storedBytes: Generated<number>
  }
  members: Row<Member>
  tickets: TicketRow
  deskCounts: CountName & { deskId: string; tickets: number }
  ticketTags: { ticketId: string; deskId: string; tagKey: string; tag: string }
  ticketHistory: Row<NewHistoryEntry> & { id: Generated<number>; ticketId: string }
  searchTexts: {
    id: Generated<number>
    deskId: string
    ticketId: string
    messageId: string | null
    number: number | null
  }
  searchIndex: { rowid: number; words: string }
  unindexedMessages: { messageId: string }
  /** moved: where a message was that is in another ticket now. */
  messages: Row<Omit<Message, 'attachments' | 'kind'> & { kind: Message['kind'] | 'moved' }>
  attachments: Row<HeldAttachment & UploadTarget> & {
    messageId: string | null
    position: number | null
  }
  uploadReservations: Row<UploadTarget & { id: string; size: number; until: Date }>
  discardedFiles: { file: string }
  feedback: Row<Feedback>
  mails: Row<StoredMail>
  mailStops: Row<MailStop>
  declarations: Row<Omit<Declaration, 'ticket'>> & {
    deskId: string | null
    ticketNumber: number | null
  }
  siteClaim: { id: number; deskId: string }
  siteSettings: { id: number; version: number; content: string }
  sitePictures: ProductPhoto
  legalDetails: { id: number; version: number; content: string }
  catalogue: { id: number; version: number; content: string }
  products: { id: string; place: number; content: string }
  productPhotos: ProductPhoto
  orders: OrderRow
  stock: Stock
  orderEvents: { id: string; orderId: string }
  orderCounts: { listed: Standing; orders: number }
  orderWords: { word: string; number: number }
  bookings: Row<Booking>
  counters: { name: string; value: number }
  restrictedOrders: Row<RestrictedOrder>
  accountErasures: Row<Omit<HiddenAccount, 'hasData'> & { dueAt: Date | undefined }>
  purges: { dueAt: number }
  probe: { id: number; beats: number }
}

/** A field that is `undefined` becomes NULL; an absent one stays out. */
export function toRow<Stored extends object>(record: Stored): Row<Stored> {
  const row: Record<string, unknown> = {}
  for (const field in record) row[field] = toCell(record[field])
  return row as Row<Stored>
}

export function toCell(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value, sound) : value
}

/** JSON would write a lone surrogate as it is. */
function sound(_: string, value: unknown): unknown {
  return typeof value === 'string' ? soundText(value) : value
}

export function optionalDate(milliseconds: number | null): Date | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds)
}
