import { isUnpaid, paidChange } from './order-payment'
import type { OrderChange, OrderMoved, OrderScope, OrderStore } from './order-store'
import type { NewOrder, Order } from './orders'

/**
 * Milliseconds for which goods are kept for a customer whose mailbox may be anybody's: who opens the
 * link in our e-mail keeps them for as long as the order can be paid.
 */
export const reservedFor = 60 * 60_000

/** How many of so many pieces may be held in all by orders of which nothing shows whose they are. */
export function unprovenMost(declared: number): number {
  return Math.ceil(declared / 2)
}

/** Until when the order's goods are kept without proof; undefined where none of them runs out. */
export function reservationOf(
  { lines, createdAt }: Pick<NewOrder, 'lines' | 'createdAt'>,
  declared: Record<string, number>,
): Date | undefined {
  const runsOut = lines.some(({ productId }) => Object.hasOwn(declared, productId))
  return runsOut ? new Date(createdAt.getTime() + reservedFor) : undefined
}

/**
 * Notes that the customer has opened the link in our e-mail: the goods are theirs until the order
 * expires. Were they given back meanwhile, they are taken again, or the answer is `short`.
 */
export function proveOrder(orders: OrderStore, scope: OrderScope, now: Date): Promise<OrderMoved> {
  return orders.move(scope, (order) => provenChange(order, now))
}

function provenChange(order: Order, now: Date): OrderChange | undefined {
  if (!order.reservedUntil || !isUnpaid(order) || order.payableUntil <= now) return undefined
  const proven = { reservedUntil: undefined, stock: 'if-left', updatedAt: now } as const
  // What is free is paid by that.
  return order.gross === 0 ? { ...paidChange(order, {}, 'customer', now), ...proven } : proven
}

/** Gives back what was kept long enough, of at most `limit` orders. Returns whether there may be more. */
export async function endReservations(
  orders: OrderStore,
  now: Date,
  limit: number,
): Promise<boolean> {
  const due = await orders.listUnproven(now, limit)
  for (const { id } of due) {
    await orders.move({ id }, ({ reservedUntil, state }) =>
      reservedUntil && isUnpaid({ state }) ? { stock: 'back', updatedAt: now } : undefined,
    )
  }
  return due.length === limit
}
