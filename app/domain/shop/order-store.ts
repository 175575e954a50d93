import type { NewEntitlement } from '../desks/entitlements'
import type { NewRecordMail } from '../outbox/mails'
import type { SearchLevel } from '../text/search-folding'
import type { BookingPage, NewBooking } from './bookings'
import type { Cents } from './money'
import type { OrderCounts, OrderListName, OrderPage } from './order-lists'
import type { NewOrder, Order } from './orders'

export type OrderScope =
  | { secretHash: string }
  | { number: number }
  | { providerRef: string }
  | { id: string }

/** A field that is `undefined` is cleared. */
export interface OrderChange
  extends Partial<
    Pick<
      Order,
      | 'state'
      | 'email'
      | 'providerRef'
      | 'reservedUntil'
      | 'paidAt'
      | 'fulfilledAt'
      | 'closedAt'
      | 'refundedAt'
      | 'history'
      | 'refunds'
      | 'updatedAt'
    >
  > {
  /** Assigns the next invoice number, once. */
  invoice?: true
  /** Returns the goods to stock, takes them, or takes them only if enough are left; idempotent. */
  stock?: 'back' | 'taken' | 'if-left'
  /** The catalogue's stock per product, as in `place`, for `if-left`. */
  declared?: Record<string, number>
  entitlements?: NewEntitlement[]
  /** Ends entitlements of these products of the order. */
  entitlementsEnd?: { at: Date; products: string[] }
  /** By product: what entitlements of the order grant from now on. */
  entitlementsGrant?: Record<string, NewEntitlement['grants']>
  /** Booked once per id; the order has its invoice by then. */
  booking?: NewBooking
  /** Put into the outbox with the change. */
  mails?: NewRecordMail[]
  /**
   * E-mails, by their keys, that are taken out of the outbox again, unless one has left; `payment`: with
   * the booking of the payment and the entitlements.
   */
  takesBack?: { mails: string[]; payment: boolean }
}

/** The id of the booking of an order's payment. */
export function paymentBooking(orderId: string): string {
  return `${orderId} payment`
}

type Placed =
  | { kind: 'placed'; order: Order }
  /** A known key with the same content: the order as it is now. */
  | { kind: 'again'; order: Order }
  /** A known key with other content; nothing changed. */
  | { kind: 'conflict'; order: Order }
  /** How many are left of each product that is short; nothing changed. */
  | { kind: 'short'; left: Record<string, number> }

export type OrderMoved =
  | { kind: 'moved'; order: Order }
  /** A known event; nothing changed. */
  | { kind: 'again'; order: Order }
  /** `decide` refused; nothing changed. */
  | { kind: 'refused'; order: Order }
  /** Too few goods; nothing changed. */
  | { kind: 'short'; order: Order }
  /** An e-mail to take back has left; nothing changed. */
  | { kind: 'late'; order: Order }
  | { kind: 'unknown' }

/** A move writes all of an order in one commit; promises resolve after commit and sync. */
export interface OrderStore {
  /**
   * Stores a `created` order with the next number, takes its stock and queues its e-mails, in one
   * commit. `declared` is the catalogue's stock per product, absent for unlimited; a change of it
   * moves what is left by the difference. Orders with `reservedUntil` together hold at most
   * `unprovenMost`; one beyond it is stored and holds nothing. An account or desk that is being erased
   * is left out.
   */
  place(order: NewOrder, declared: Record<string, number>, mails?: NewRecordMail[]): Promise<Placed>
  /**
   * Applies the change from `decide`, or refuses. `event` is the cause: a known one changes
   * nothing; it is stored in the same commit, even when refused. `decide` must be pure and may run
   * more than once.
   */
  move(
    scope: OrderScope,
    decide: (order: Order) => OrderChange | undefined,
    event?: string,
  ): Promise<OrderMoved>
  find(scope: OrderScope): Promise<Order | undefined>
  /** With numbers below `before`, newest first. */
  listByAccount(uid: string, limit: number, before?: number): Promise<Order[]>
  /** With this e-mail address, by `emailKey`, newest first. */
  listOfCustomer(email: string, limit: number): Promise<Order[]>
  /** For the shop's owner, after the number `after` in the list's order. */
  list(name: OrderListName, limit: number, after?: number): Promise<OrderPage>
  /** Whether words of three letters or more match anywhere, or only from their beginning. */
  readonly searchLevel: SearchLevel
  /**
   * With every word (from `orderSearch`) in `orderText`, below `after`, newest first. Numbers match
   * entirely, shorter words from their beginning. No words find nothing.
   */
  search(words: readonly string[], limit: number, after?: number): Promise<OrderPage>
  /** Stored counts, updated with each move. */
  count(): Promise<OrderCounts>
  /** From `from` (included) to `to` (excluded), earliest first, after the cursor `after`. */
  listBookings(from: Date, to: Date, limit: number, after?: string): Promise<BookingPage>
  /** What was paid less what was refunded, from `from` (included) to `to` (excluded). */
  takings(from: Date, to: Date): Promise<Cents>
  /** Unpaid and payable until before `now`, longest due first, after the order `after`. */
  listUnpaid(
    now: Date,
    limit: number,
    after?: Pick<Order, 'payableUntil' | 'checkoutKey'>,
  ): Promise<Order[]>
  /** Unpaid with a reservation that ended before `now`, longest ago first. */
  listUnproven(now: Date, limit: number): Promise<Order[]>
  /** Products that were never ordered are absent. */
  stockLeft(declared: Record<string, number>): Promise<Record<string, number>>
}
