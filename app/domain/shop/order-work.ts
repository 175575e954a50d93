import type { Shipment } from './carriers'
import { entered } from './order-history'
import { heldUntil, orderMail, orderNews } from './order-mails'
import { type Ending, eachUnpaid, endedChange, isUnpaid, recordStanding } from './order-payment'
import { reservationOf } from './order-reservations'
import { orderAfter } from './order-states'
import type { OrderMoved, OrderScope, OrderStore } from './order-store'
import { undoOf } from './order-undo'
import type { NewOrder, Order } from './orders'
import type { PaymentServices } from './payments'

interface Ports {
  orders: OrderStore
  payments: PaymentServices
}

/** Once per key. `proven`: reserves goods at once. Also notifies the site's desk. */
export function placeOrder(
  orders: OrderStore,
  order: NewOrder,
  declared: Record<string, number>,
  proven: boolean,
  siteDesk?: string,
) {
  const reservedUntil = proven ? undefined : reservationOf(order, declared)
  return orders.place({ ...order, reservedUntil }, declared, [
    orderMail('order-received', order.id, order.createdAt),
    ...(siteDesk ? [orderNews(order.id, siteDesk, order.createdAt)] : []),
  ])
}

/**
 * Once it cannot be paid any more; one paid meanwhile is recorded as paid instead. Tells the customer,
 * and the site's desk where it did not cancel itself.
 */
export async function cancelOrder(
  ports: Ports,
  scope: OrderScope,
  by: { customer: true; siteDesk?: string } | { shop: true; form?: string },
  now: Date,
): Promise<OrderMoved | { kind: 'unreachable'; order: Order }> {
  const event = 'cancel'
  const ending: Ending =
    'customer' in by
      ? { event, by: 'customer', siteDesk: by.siteDesk }
      : { event, by: 'shop', form: by.form }
  return endUnpaid(ports, scope, ending, now)
}

/** One whose service does not respond waits for the next run. */
export async function expireOrders(
  ports: Ports,
  clock: () => Date,
  goOn: () => Promise<boolean>,
): Promise<void> {
  for await (const { id } of eachUnpaid(ports.orders, clock())) {
    if (!(await goOn())) return
    await endUnpaid(ports, { id }, { event: 'expire', by: 'time' }, clock())
  }
}

/**
 * Marks as sent or done; the customer gets an e-mail about a shipment. `form`: the owner's, who can undo it while
 * the e-mail waits.
 */
export function fulfilOrder(
  orders: OrderStore,
  scope: OrderScope,
  shipment: Shipment,
  now: Date,
  form?: string,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    const event = 'fulfil'
    const state = orderAfter(order.state, event)
    if (!state) return undefined
    const sent = order.lines.some(({ shipped }) => shipped)
    const undo = form && undoOf(event, order, now)
    return {
      state,
      fulfilledAt: now,
      ...entered(order, { at: now, event, by: 'shop', form, undo, ...shipment }),
      mails: sent ? [orderMail('order-sent', order.id, heldUntil(now, form))] : [],
    }
  })
}

async function endUnpaid(
  { orders, payments }: Ports,
  scope: OrderScope,
  ending: Ending,
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
  return orders.move({ id: order.id }, (known) => endedChange(known, ending, now))
}
