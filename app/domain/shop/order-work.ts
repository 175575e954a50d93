import { orderMail } from './order-mails'
import { endedChange, isUnpaid, recordStanding } from './order-payment'
import { reservationOf } from './order-reservations'
import { orderAfter } from './order-states'
import type { NewOrder, Order, OrderChange, OrderMoved, OrderScope, OrderStore } from './orders'
import type { PaymentServices } from './payments'

interface Ports {
  orders: OrderStore
  payments: PaymentServices
}

/**
 * Takes an order, once per key; the mail that says so goes into the outbox with it. `proven` says that
 * its customer is known to have that mailbox: then the goods are theirs at once.
 */
export function placeOrder(
  orders: OrderStore,
  order: NewOrder,
  declared: Record<string, number>,
  proven: boolean,
) {
  const reservedUntil = proven ? undefined : reservationOf(order, declared)
  return orders.place({ ...order, reservedUntil }, declared, [
    orderMail('order-received', order.id, order.createdAt),
  ])
}

/**
 * Cancels an unpaid order: its goods go back on the shelf. First it is made sure that it can no
 * longer be paid; one that was paid in the meantime is recorded as paid, and not cancelled.
 */
export async function cancelOrder(
  ports: Ports,
  scope: OrderScope,
  now: Date,
): Promise<OrderMoved | { kind: 'unreachable'; order: Order }> {
  return endUnpaid(ports, scope, 'cancel', now)
}

/**
 * Ends orders that were not paid in time, at most `limit`. Returns whether there may be more. An order
 * of which the service says nothing just now is left for the next time.
 */
export async function expireOrders(ports: Ports, now: Date, limit: number): Promise<boolean> {
  const due = await ports.orders.listUnpaid(now, limit)
  let ended = 0
  for (const { id } of due) {
    const { kind } = await endUnpaid(ports, { id }, 'expire', now)
    if (kind !== 'unreachable') ended += 1
  }
  return due.length === limit && ended > 0
}

/** Notes that what was ordered was handed over. */
export function fulfilOrder(orders: OrderStore, scope: OrderScope, now: Date): Promise<OrderMoved> {
  return orders.move(scope, ({ state }) => {
    const fulfilled = orderAfter(state, 'fulfil')
    return fulfilled && { state: fulfilled, fulfilledAt: now, updatedAt: now }
  })
}

export type Refunded =
  | OrderMoved
  | { kind: 'unreachable'; order: Order }
  /** Recorded as refunded; the money itself has to be sent back by hand. */
  | { kind: 'by-hand'; order: Order }

/** Gives the money back and ends what the order gave. Called again after a break it goes on. */
export async function refundOrder(
  { orders, payments }: Ports,
  scope: OrderScope,
  now: Date,
): Promise<Refunded> {
  const order = await orders.find(scope)
  if (!order) return { kind: 'unknown' }
  if (!orderAfter(order.state, 'refund')) return { kind: 'refused', order }
  const how = order.gross === 0 ? 'refunded' : await payments[order.payment]?.refund(order)
  if (how === undefined || how === 'unreachable') return { kind: 'unreachable', order }
  const moved = await orders.move({ id: order.id }, (known) => {
    const state = orderAfter(known.state, 'refund')
    if (!state) return undefined
    // What was handed over comes back in its own time, if it does.
    const stock: OrderChange = known.state === 'paid' ? { stock: 'back' } : {}
    return {
      ...stock,
      state,
      refundedAt: now,
      updatedAt: now,
      entitlementsEnd: now,
      mails: [orderMail('order-closed', order.id, now, state)],
    }
  })
  return moved.kind === 'moved' && how === 'by-hand'
    ? { kind: 'by-hand', order: moved.order }
    : moved
}

async function endUnpaid(
  { orders, payments }: Ports,
  scope: OrderScope,
  event: 'cancel' | 'expire',
  now: Date,
): Promise<OrderMoved | { kind: 'unreachable'; order: Order }> {
  const order = await orders.find(scope)
  if (!order) return { kind: 'unknown' }
  if (!isUnpaid(order)) return { kind: 'refused', order }
  const standing = await payments[order.payment]?.close(order)
  if (standing?.kind === 'unreachable') return { kind: 'unreachable', order }
  if (standing?.kind === 'paid') {
    return { kind: 'refused', order: await recordStanding(orders, order, standing, now) }
  }
  return orders.move({ id: order.id }, (known) => endedChange(known, event, now))
}
