import { isUnpaid, paidChange } from './order-payment'
import type { OrderChange, OrderMoved, OrderScope, OrderStore } from './order-store'
import type { NewOrder, Order } from './orders'

/** Milliseconds; opening the e-mailed link extends this to the payment deadline. */
const reservedFor = 60 * 60_000

/** Pieces that unproven orders together may hold. */
export function unprovenMost(declared: number): number {
  return Math.ceil(declared / 2)
}

/** Undefined where no product is limited. */
export function reservationOf(
  { lines, createdAt }: Pick<NewOrder, 'lines' | 'createdAt'>,
  declared: Record<string, number>,
): Date | undefined {
  const runsOut = lines.some(({ productId }) => Object.hasOwn(declared, productId))
  return runsOut ? new Date(createdAt.getTime() + reservedFor) : undefined
}

/** Reserves the goods until the order expires; `short` if they were sold meanwhile. */
export function proveOrder(orders: OrderStore, scope: OrderScope, now: Date): Promise<OrderMoved> {
  return orders.move(scope, (order) => provenChange(order, now))
}

function provenChange(order: Order, now: Date): OrderChange | undefined {
  if (!order.reservedUntil || !isUnpaid(order) || order.payableUntil <= now) return undefined
  const proven = { reservedUntil: undefined, stock: 'if-left', updatedAt: now } as const
  // Confirming pays a free order.
  return order.gross === 0 ? { ...paidChange(order, {}, 'customer', now), ...proven } : proven
}

/** Returns the goods of at most `limit` expired reservations. Returns whether there may be more. */
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
