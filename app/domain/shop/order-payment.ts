import { entitlementsOf } from './order-grants'
import { entered, type OrderActor } from './order-history'
import { heldUntil, orderMail, orderNews } from './order-mails'
import { type OrderState, orderAfter } from './order-states'
import {
  type OrderChange,
  type OrderMoved,
  type OrderScope,
  type OrderStore,
  paymentBooking,
} from './order-store'
import { undoOf } from './order-undo'
import type { Order } from './orders'
import type {
  PaymentBegun,
  PaymentNews,
  PaymentServices,
  PaymentStanding,
  Received,
  ReturnAddresses,
} from './payments'
import { waitsForShop } from './standings'

interface Ports {
  orders: OrderStore
  payments: PaymentServices
}

/** Begins or resumes it; a free order is paid at once. `settled`: nothing to pay. */
export async function beginPayment(
  { orders, payments }: Ports,
  order: Order,
  addresses: ReturnAddresses,
  now: Date,
): Promise<PaymentBegun | { kind: 'settled' }> {
  if (!orderAfter(order.state, 'payment-begins') || order.payableUntil <= now) {
    return { kind: 'settled' }
  }
  // Nobody pays for goods not reserved for them; what is free or paid on pick-up is confirmed by the
  // e-mail's link instead.
  const byLink = order.gross === 0 || order.payment === 'on-pickup'
  if (order.reservedUntil && (!order.stockTaken || byLink)) return { kind: 'settled' }
  if (order.gross === 0) {
    await orders.move({ id: order.id }, (known) => paidChange(known, {}, 'customer', now))
    return { kind: 'settled' }
  }
  const begun = await payments[order.payment]?.begin(order, addresses, now)
  if (!begun || begun.kind === 'unreachable') return { kind: 'unreachable' }
  const providerRef = begun.kind === 'redirect' ? { providerRef: begun.providerRef } : {}
  await orders.move({ id: order.id }, (known) => {
    const event = order.payment === 'on-pickup' ? 'confirm' : 'payment-begins'
    const state = orderAfter(known.state, event)
    if (!state) return undefined
    const begins = known.state === state ? {} : entered(known, { at: now, event, by: 'customer' })
    return { state, ...providerRef, updatedAt: now, ...begins }
  })
  return begun
}

export type Recorded =
  | OrderMoved
  /** Another amount, currency or payment than the order's; nothing changed. */
  | { kind: 'mismatch'; order: Order }

/**
 * Records money received, once: paid, invoice number, entitlements and e-mail in one commit.
 * `received` is checked against the order; the owner, who saw it on the account, gives none. Refuses that
 * for an order at Stripe, where it could then be paid again and not be refunded.
 * `eventId` is the message's, if any; `form` the owner's, who can undo it while the e-mail waits.
 */
export async function recordPayment(
  orders: OrderStore,
  scope: OrderScope,
  received: Received | undefined,
  now: Date,
  eventId?: string,
  form?: string,
): Promise<Recorded> {
  let mismatch = false
  const moved = await orders.move(
    scope,
    (order) => {
      if (!received && order.payment === 'stripe') return undefined
      mismatch = received !== undefined && !isFor(order, received)
      const by = received ? 'payment-service' : 'shop'
      return mismatch ? undefined : paidChange(order, received ?? {}, by, now, form)
    },
    eventId,
  )
  return mismatch && moved.kind === 'refused' ? { kind: 'mismatch', order: moved.order } : moved
}

/** The order as its payment service reports it now. Records nothing: see `settlePayment`. */
export async function lookUpOrder(
  { payments }: Pick<Ports, 'payments'>,
  order: Order,
): Promise<Order> {
  if (!isUnpaid(order)) return order
  const standing = await payments[order.payment]?.lookUp(order)
  const paid = standing?.kind === 'paid' && isFor(order, standing)
  return paid ? { ...order, state: 'paid' } : order
}

const listedAtOnce = 100

/** Each unpaid order payable until before `until` once, longest due first. */
export async function* eachUnpaid(orders: OrderStore, until: Date): AsyncGenerator<Order> {
  let last: Order | undefined
  do {
    const listed = await orders.listUnpaid(until, listedAtOnce, last)
    yield* listed
    last = listed.length === listedAtOnce ? listed.at(-1) : undefined
  } while (last)
}

/** Asks the service about the order and records the response; returns the order. */
export async function settlePayment(
  { orders, payments }: Ports,
  order: Order,
  now: Date,
): Promise<Order> {
  if (!isUnpaid(order)) return order
  const standing = await payments[order.payment]?.lookUp(order)
  return standing ? recordStanding(orders, order, standing, now) : order
}

export async function recordStanding(
  orders: OrderStore,
  order: Order,
  standing: PaymentStanding,
  now: Date,
): Promise<Order> {
  if (standing.kind !== 'paid') return order
  const recorded = await recordPayment(orders, { id: order.id }, standing, now)
  return 'order' in recorded ? recorded.order : order
}

/** Records a verified message, once. */
export function recordNews(orders: OrderStore, news: PaymentNews, now: Date): Promise<Recorded> {
  const scope = { id: news.orderId }
  if (news.kind === 'paid') return recordPayment(orders, scope, news, now, news.eventId)
  return orders.move(
    scope,
    (order) => endedChange(order, { event: 'expire', by: 'payment-service' }, now),
    news.eventId,
  )
}

/** How an unpaid order ends. `siteDesk` is notified if the customer cancels. */
export interface Ending {
  event: 'cancel' | 'expire'
  by: OrderActor
  form?: string
  siteDesk?: string
}

/** An unpaid order ends: its goods return to stock. */
export function endedChange(order: Order, ending: Ending, now: Date): OrderChange | undefined {
  const { event, by, form, siteDesk } = ending
  const state = orderAfter(order.state, event)
  if (!state) return undefined
  // An unconfirmed mailbox may be a stranger's and gets no e-mail, unless its customer cancels the order.
  const isTold = by === 'customer' || !order.reservedUntil
  const mails = [
    ...(isTold ? [orderMail('order-closed', order.id, now, state)] : []),
    ...(by === 'customer' && siteDesk && isKnownToShop(order)
      ? [orderNews(order.id, siteDesk, now, 'cancelled')]
      : []),
  ]
  return {
    state,
    closedAt: now,
    stock: 'back',
    mails,
    ...entered(order, { at: now, event, by, form }),
  }
}

export const unpaidStates = [
  'created',
  'awaiting-payment',
  'to-prepare',
  'ready',
] as const satisfies OrderState[]

export function isUnpaid({ state }: Pick<Order, 'state'>): boolean {
  return unpaidStates.some((unpaid) => unpaid === state)
}

/** Whether its shop has been told of an unpaid order: not of one that an e-mail asks its customer to confirm. */
export function isKnownToShop(order: Order): boolean {
  if (order.state === 'to-prepare' || order.state === 'ready') return true
  if (order.payment !== 'bank-transfer') return false
  return order.reservedUntil === undefined || waitsForShop(order)
}

function isFor(order: Order, { amount, currency, providerRef }: Received): boolean {
  const same = order.providerRef === undefined || order.providerRef === providerRef
  return same && amount === order.gross && currency === order.currency
}

/** Undefined if it cannot be paid any more. */
export function paidChange(
  order: Order,
  { providerRef }: Partial<Received>,
  by: OrderActor,
  now: Date,
  form?: string,
): OrderChange | undefined {
  const paid = orderAfter(order.state, 'payment-arrives')
  if (!paid) return undefined
  // Plans and add-ons begin without being handed over; what is paid on pick-up is handed over then.
  const byItself = order.lines.every(({ kind }) => kind === 'plan' || kind === 'addon')
  const handedOver = order.payment === 'on-pickup' && by === 'shop'
  const done = byItself || handedOver ? orderAfter(paid, 'fulfil') : undefined
  const event = 'payment-arrives'
  const undo = form && undoOf(event, order, now)
  const moved = entered(order, { at: now, event, by, form, undo: done ? undefined : undo })
  return {
    state: done ?? paid,
    ...(done && { fulfilledAt: now }),
    ...(providerRef !== undefined && { providerRef }),
    paidAt: now,
    closedAt: undefined,
    reservedUntil: undefined,
    ...(done
      ? entered(moved, { at: now, event: 'fulfil', by: handedOver ? by : 'time', undo })
      : moved),
    invoice: true,
    stock: 'taken',
    entitlements: entitlementsOf(order, now),
    booking: {
      id: paymentBooking(order.id),
      kind: 'payment',
      at: now,
      gross: order.gross,
      vat: order.vat,
    },
    mails: [
      // Money confirms an order as the e-mail's link does.
      ...(order.reservedUntil ? [orderMail('order-accepted', order.id, heldUntil(now, form))] : []),
      orderMail('order-paid', order.id, heldUntil(now, form)),
    ],
  }
}
