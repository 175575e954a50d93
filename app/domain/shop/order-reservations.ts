import { entered } from './order-history'
import { isUnpaid, paidChange } from './order-payment'
import { orderAfter } from './order-states'
import type { OrderChange, OrderMoved, OrderScope, OrderStore } from './order-store'
import type { NewOrder, Order } from './orders'

/** Milliseconds; confirming by the e-mailed link extends this to the payment deadline. */
const reservedFor = 60 * 60_000

/** Pieces that unproven orders together may hold. */
export function unprovenMost(declared: number): number {
  return Math.ceil(declared / 2)
}

/** Undefined where nothing needs proof: no product is limited, and it is paid in advance. */
export function reservationOf(
  { lines, payment, createdAt }: Pick<NewOrder, 'lines' | 'payment' | 'createdAt'>,
  declared: Record<string, number>,
): Date | undefined {
  const runsOut =
    payment === 'on-pickup' || lines.some(({ productId }) => Object.hasOwn(declared, productId))
  return runsOut ? new Date(createdAt.getTime() + reservedFor) : undefined
}

/**
 * Reserves the goods until the order expires; `short` if they were sold meanwhile. `declared` is the
 * catalogue's stock.
 */
export function proveOrder(
  orders: OrderStore,
  scope: OrderScope,
  now: Date,
  declared: Record<string, number>,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    const change = provenChange(order, now)
    return change && { ...change, declared }
  })
}

/** Whether the order waits for the proof that its mailbox was read. */
export function mayBeProven(order: Order, now: Date): boolean {
  return order.reservedUntil !== undefined && isUnpaid(order) && order.payableUntil > now
}

function provenChange(order: Order, now: Date): OrderChange | undefined {
  if (!mayBeProven(order, now)) return undefined
  const proven = { reservedUntil: undefined, stock: 'if-left', updatedAt: now } as const
  // Confirming pays a free order, and has one prepared that is paid on pick-up.
  if (order.gross === 0) return { ...paidChange(order, {}, 'customer', now), ...proven }
  const event = 'confirm'
  const state = order.payment === 'on-pickup' && orderAfter(order.state, event)
  return state
    ? { state, ...entered(order, { at: now, event, by: 'customer' }), ...proven }
    : proven
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
