import { grantsOf } from './order-grants'
import { entered } from './order-history'
import { afterInvoice, orderMail } from './order-mails'
import { orderAfter } from './order-states'
import type { OrderChange, OrderMoved, OrderScope, OrderStore } from './order-store'
import { undoOf } from './order-undo'
import type { Order } from './orders'
import type { PaymentServices } from './payments'
import {
  beginRefund,
  isAllRefunded,
  isFor,
  type Refund,
  type RefundWish,
  refundable,
} from './refunds'

interface Ports {
  orders: OrderStore
  payments: PaymentServices
}

type Refunded =
  | OrderMoved
  /** A known key with another wish; nothing changed. */
  | { kind: 'conflict'; order: Order }
  /** No response: it is begun, and continues when asked again. */
  | { kind: 'unreachable'; order: Order }
  /** The service refuses; nothing changed. */
  | { kind: 'not-possible'; order: Order }
  /** Recorded; the owner transfers the money. */
  | { kind: 'by-hand'; order: Order; refund: Refund }

/**
 * Once per key, recorded before the service is asked; called again with the key it continues, as it does
 * without a wish.
 */
export async function refundOrder(
  { orders, payments }: Ports,
  scope: OrderScope,
  wish: RefundWish | undefined,
  key: string,
  now: Date,
): Promise<Refunded> {
  const begun = await orders.move(scope, (order) => wish && begin(order, wish, key, now))
  if (begun.kind === 'unknown') return begun
  const { order } = begun
  const refund = order.refunds.find((each) => each.key === key)
  if (!refund) return { kind: 'refused', order }
  if (wish && !isFor(order, refund, wish)) return { kind: 'conflict', order }
  if (refund.state !== 'begun') return { kind: 'again', order }
  const answer =
    refund.amount === 0 ? 'refunded' : await payments[order.payment]?.refund(order, refund)
  const id = { id: order.id }
  switch (answer) {
    case 'refunded':
    case 'by-hand': {
      const state = answer === 'by-hand' ? 'by-hand' : 'done'
      const moved = await orders.move(id, (known) => finish(known, key, state, now))
      // Another call with this key has finished it.
      if (moved.kind === 'refused') return { kind: 'again', order: moved.order }
      return moved.kind === 'moved' && state === 'by-hand'
        ? { kind: 'by-hand', order: moved.order, refund }
        : moved
    }
    case 'refused': {
      const moved = await orders.move(id, (known) => withdraw(known, key, now))
      return { kind: 'not-possible', order: moved.kind === 'unknown' ? order : moved.order }
    }
    default:
      return { kind: 'unreachable', order }
  }
}

/** The owner has given back what was refunded by hand. Once a refund; `form`: the owner's, who can undo it. */
export function giveBack(
  orders: OrderStore,
  scope: OrderScope,
  key: string,
  now: Date,
  form?: string,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    const refund = order.refunds.find((each) => each.key === key)
    if (refund?.state !== 'by-hand') return undefined
    const given: Refund = { ...refund, state: 'done', givenBackAt: now }
    const event = 'given-back'
    const undo = form && undoOf(event, order, now)
    return {
      refunds: order.refunds.map((each) => (each === refund ? given : each)),
      ...entered(order, { at: now, event, by: 'shop', refund: key, form, undo }),
    }
  })
}

function begin(order: Order, wish: RefundWish, key: string, now: Date): OrderChange | undefined {
  const known = order.refunds.some((refund) => refund.key === key)
  if (known || !orderAfter(order.state, 'refund')) return undefined
  const refund = beginRefund(order, wish, key, now)
  return refund && { refunds: [...order.refunds, refund], updatedAt: now }
}

function withdraw({ refunds }: Order, key: string, now: Date): OrderChange | undefined {
  const others = refunds.filter((refund) => refund.key !== key || refund.state !== 'begun')
  return others.length < refunds.length ? { refunds: others, updatedAt: now } : undefined
}

function finish(
  order: Order,
  key: string,
  state: 'done' | 'by-hand',
  now: Date,
): OrderChange | undefined {
  const refund = order.refunds.find((each) => each.key === key)
  if (refund?.state !== 'begun') return undefined
  // Unsent pieces return to stock; sent ones may come back later.
  const done: Refund = { ...refund, state, restocked: order.state === 'paid' }
  const refunds = order.refunds.map((each) => (each.key === key ? done : each))
  const settled = refunds.every((each) => each.state !== 'begun')
  const whole = settled && isAllRefunded({ ...order, refunds })
  const event = whole ? 'refund' : 'refund-part'
  const after = orderAfter(order.state, event)
  if (!after) return undefined
  const left = refundable({ ...order, refunds }).pieces
  const isOver = (id: string) => whole || left[id] === 0
  const products = Object.keys(refund.pieces)
  const kept = order.lines.filter(({ productId: id }) => products.includes(id) && !isOver(id))
  return {
    refunds,
    state: after,
    ...(whole && { refundedAt: now }),
    ...entered(order, { at: now, event, by: 'shop', refund: key }),
    entitlementsEnd: { at: now, products: products.filter(isOver) },
    entitlementsGrant: Object.fromEntries(
      kept.map((line) => [line.productId, grantsOf(line, left[line.productId] ?? 0)]),
    ),
    booking: {
      id: `${order.id} refund ${key}`,
      kind: 'refund',
      at: now,
      gross: refund.amount,
      vat: refund.vat,
    },
    mails: [orderMail('order-refunded', order.id, afterInvoice(now, order), key)],
  }
}
