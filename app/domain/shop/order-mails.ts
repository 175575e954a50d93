import type { NewRecordMail, OrderMailKind } from '../outbox/mails'
import type { OrderStore } from './order-store'
import type { Order } from './orders'
import type { Refund } from './refunds'

export type OrderContent =
  | { kind: Exclude<OrderMailKind, 'order-refunded'>; order: Order }
  | { kind: 'order-refunded'; order: Order; refund: Refund }

/** One per kind, or per kind and `which`. */
export function orderMail(
  kind: OrderMailKind,
  orderId: string,
  now: Date,
  which?: string,
): NewRecordMail {
  return { key: keyOf(kind, orderId, which), kind, recordId: orderId, dueAt: now }
}

/** Tells the site's desk of an order, once. */
export function orderNews(orderId: string, deskId: string, now: Date): NewRecordMail {
  return { key: `order-news ${orderId}`, kind: 'order-news', recordId: orderId, deskId, dueAt: now }
}

/** Undefined if there is nothing to tell any more. */
export async function readOrderContent(
  { orders }: { orders: OrderStore },
  { kind, recordId, key }: { kind: OrderMailKind; recordId: string; key: string },
): Promise<OrderContent | undefined> {
  const order = await orders.find({ id: recordId })
  if (!order) return undefined
  const { state, paidAt, refunds, history } = order
  switch (kind) {
    case 'order-received':
      return { kind, order }
    case 'order-paid':
      return paidAt && { kind, order }
    case 'order-sent':
      return history.some(({ event }) => event === 'fulfil') ? { kind, order } : undefined
    case 'order-closed': {
      // Mails from before refunds had a kind of their own.
      const [refund] = refunds
      if (state === 'refunded' && refund) return { kind: 'order-refunded', order, refund }
      return state === 'cancelled' || state === 'expired' ? { kind, order } : undefined
    }
    case 'order-refunded': {
      const refund = refunds.find((each) => keyOf(kind, recordId, each.key) === key)
      return refund && { kind, order, refund }
    }
  }
}

function keyOf(kind: OrderMailKind, orderId: string, which?: string): string {
  return [kind, orderId, which].filter(Boolean).join(' ')
}
