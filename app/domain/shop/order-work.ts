import type { Shipment } from './carriers'
import { entered, type OrderEntry } from './order-history'
import { heldUntil, orderMail, orderNews, unaccepted } from './order-mails'
import { type Ending, eachUnpaid, endedChange, isUnpaid, recordStanding } from './order-payment'
import { reservationOf } from './order-reservations'
import { orderAfter } from './order-states'
import type { OrderMoved, OrderScope, OrderStore } from './order-store'
import { undoOf } from './order-undo'
import type { NewOrder, Order } from './orders'
import type { PaymentServices } from './payments'
import { waitsForCustomer } from './standings'

interface Ports {
  orders: OrderStore
  payments: PaymentServices
}

/**
 * Once per key. `proven`: reserves goods at once. `mails`: whether an e-mail asks the customer to confirm it,
 * which else the shop accepts. Also notifies the site's desk.
 */
export function placeOrder(
  orders: OrderStore,
  order: NewOrder,
  declared: Record<string, number>,
  proven: boolean,
  siteDesk?: string,
  mails = true,
) {
  const reservedUntil = proven ? undefined : reservationOf(order, declared)
  const unmailed: OrderEntry = { at: order.createdAt, event: 'unmailed', by: 'shop' }
  const history = reservedUntil && !mails && order.payment !== 'stripe' ? [unmailed] : []
  return orders.place({ ...order, reservedUntil, history }, declared, [
    orderMail('order-received', order.id, order.createdAt, reservedUntil && unaccepted),
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

/**
 * What was paid in advance is with its customer, whose period to withdraw begins with that. `form`: the
 * owner's, who can undo it.
 */
export function handOver(
  orders: OrderStore,
  scope: OrderScope,
  now: Date,
  form?: string,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    if (!waitsForCustomer(order)) return undefined
    const event = 'picked-up'
    const undo = form && undoOf(event, order, now)
    return { fulfilledAt: now, ...entered(order, { at: now, event, by: 'shop', form, undo }) }
  })
}

/**
 * Ends at most `limit` reservations: the goods go back on the shelf, and the order can still be confirmed.
 * One whose customer is at the payment service ends, since it could be paid there without goods. Returns
 * whether there may be more.
 */
export async function endReservations(ports: Ports, now: Date, limit: number): Promise<boolean> {
  const due = await ports.orders.listUnproven(now, limit)
  let ended = 0
  for (const { id, providerRef } of due) {
    const end = providerRef === undefined ? backOnShelf : endUnpaid
    const done = await end(ports, { id }, { event: 'expire', by: 'time' }, now)
    if (done.kind !== 'unreachable') ended += 1
  }
  return ended === limit
}

function backOnShelf({ orders }: Ports, scope: OrderScope, _: Ending, now: Date) {
  return orders.move(scope, ({ reservedUntil, state }) =>
    reservedUntil && isUnpaid({ state }) ? { stock: 'back', updatedAt: now } : undefined,
  )
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
