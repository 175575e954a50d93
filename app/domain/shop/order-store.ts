import type { NewEntitlement } from '../desks/entitlements'
import type { NewRecordMail } from '../outbox/mails'
import type { BookingPage, NewBooking } from './bookings'
import type { OrderCounts, OrderListName, OrderPage } from './order-lists'
import type { NewOrder, Order } from './orders'

/**
 * Who asks: a customer by the secret, the operator by the number, the payment service by its name for
 * it, the server itself by the id.
 */
export type OrderScope =
  | { secretHash: string }
  | { number: number }
  | { providerRef: string }
  | { id: string }

/** What a move changes; a field that is there with `undefined` is cleared. */
export interface OrderChange
  extends Partial<
    Pick<
      Order,
      | 'state'
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
  /** Gives the order the next invoice number, unless it has one. */
  invoice?: true
  /** Gives the goods back to the stock, or takes them again, or only where there are enough; twice is once. */
  stock?: 'back' | 'taken' | 'if-left'
  /** Begins with the change; one a product of the order. */
  entitlements?: NewEntitlement[]
  /** Ends what these products of the order gave. */
  entitlementsEnd?: { at: Date; products: string[] }
  /** Is booked once under its id; the order has its invoice by then. */
  booking?: NewBooking
  /** Go into the outbox with the change. */
  mails?: NewRecordMail[]
}

export type Placed =
  /** Committed now. */
  | { kind: 'placed'; order: Order }
  /** This key was here before, with the same content: the order as it is now. */
  | { kind: 'again'; order: Order }
  /** This key was here before, with other content. Nothing was changed. */
  | { kind: 'conflict'; order: Order }
  /** So many are left of what there is too little of. Nothing was changed. */
  | { kind: 'short'; left: Record<string, number> }

export type OrderMoved =
  | { kind: 'moved'; order: Order }
  /** The event was here before. Nothing was changed. */
  | { kind: 'again'; order: Order }
  /** `decide` said no. Nothing was changed. */
  | { kind: 'refused'; order: Order }
  /** There are not enough of its goods. Nothing was changed. */
  | { kind: 'short'; order: Order }
  | { kind: 'unknown' }

/**
 * Orders, the stock that they take and what is booked of them. What a promise of this port resolves
 * with is committed and synced; a move writes the order, its stock, entitlements, mails and count.
 */
export interface OrderStore {
  /**
   * Takes an order in the state `created`, with the shop's next number, its goods off the stock and the
   * mails that tell of it into the outbox, in one commit. `declared` is how many the catalogue says there are of each product, in all; what
   * it does not name is without limit. A later, other figure there moves what is left by the difference.
   * Of what orders with `reservedUntil` hold together, `unprovenMost` is the most: one beyond it is
   * taken as well and holds nothing.
   */
  place(order: NewOrder, declared: Record<string, number>, mails?: NewRecordMail[]): Promise<Placed>
  /**
   * Applies the change that `decide` makes of the order, or refuses. `event` names what caused it: the
   * same event moves nothing twice, and is remembered in the same commit, also when it is refused.
   * `decide` may run more than once and must be pure.
   */
  move(
    scope: OrderScope,
    decide: (order: Order) => OrderChange | undefined,
    event?: string,
  ): Promise<OrderMoved>
  find(scope: OrderScope): Promise<Order | undefined>
  /** The orders of an account with a number below `before`, the newest first. */
  listByAccount(uid: string, limit: number, before?: number): Promise<Order[]>
  /** The orders of a list, those after the number `after` in its order; for the shop's owner. */
  list(name: OrderListName, limit: number, after?: number): Promise<OrderPage>
  /**
   * All orders in which each of the words (as `orderSearch` makes them) stands for one of `orderWords`,
   * as `isFoundBy` says, with a number below `after`, the newest first. No words find nothing.
   */
  search(words: readonly string[], limit: number, after?: number): Promise<OrderPage>
  /** How many orders there are in each state: kept with each move, not counted. */
  count(): Promise<OrderCounts>
  /** What was booked from `from` (included) to `to` (not), the earliest first, after the cursor `after`. */
  listBookings(from: Date, to: Date, limit: number, after?: string): Promise<BookingPage>
  /** Orders that could be paid until before `now` and were not, the longest due first. */
  listUnpaid(now: Date, limit: number): Promise<Order[]>
  /** Unpaid orders that hold goods and were to until before `now`, the longest ago first. */
  listUnproven(now: Date, limit: number): Promise<Order[]>
  /** How many are left of each of these; what was never ordered is not in the answer. */
  stockLeft(declared: Record<string, number>): Promise<Record<string, number>>
}
