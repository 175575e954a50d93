import type { NewRecordMail, OrderMailKind, OrderNewsKind } from '../outbox/mails'
import { findLostOrders } from './lost-orders'
import type { OrderStore } from './order-store'
import type { Order } from './orders'
import { linesLeft, type Refund } from './refunds'

export type OrderContent =
  | { kind: Exclude<OrderMailKind, 'order-refunded' | 'order-link'>; order: Order }
  | { kind: 'order-refunded'; order: Order; refund: Refund }
  /** `others`: of the same mailbox, newest first. */
  | { kind: 'order-link'; order: Order; others: Order[] }

/** Milliseconds for which a step of the shop's owner can be undone, and the e-mail about it waits. */
export const undoFor = 2 * 60_000

/** Of an order's first e-mail, where it asks to confirm the order, which another e-mail then accepts. */
export const unaccepted = 'unaccepted'

/** When the e-mail about a step leaves that the owner made with this form, if any. */
export function heldUntil(now: Date, form: string | undefined): Date {
  return form === undefined ? now : new Date(now.getTime() + undoFor)
}

/** When the e-mail about a refund leaves: not before the invoice that it corrects. */
export function afterInvoice(now: Date, { paidAt }: Pick<Order, 'paidAt'>): Date {
  return new Date(Math.max(now.getTime(), (paidAt?.getTime() ?? 0) + undoFor))
}

/** One per kind, or per kind and `which`; leaves at `now`. */
export function orderMail(
  kind: OrderMailKind,
  orderId: string,
  now: Date,
  which?: string,
): NewRecordMail {
  return { key: mailKey(kind, orderId, which), kind, recordId: orderId, dueAt: now }
}

/** For the members of the site's desk, of an order, or that its customer cancelled it; each once. */
export function orderNews(
  orderId: string,
  deskId: string,
  now: Date,
  which?: 'cancelled',
): NewRecordMail {
  const kind = 'order-news'
  return { key: mailKey(kind, orderId, which), kind, recordId: orderId, deskId, dueAt: now }
}

export function isCancelNews({ key, recordId }: Pick<NewRecordMail, 'key' | 'recordId'>): boolean {
  const news = mailKey('order-news', recordId, 'cancelled')
  return key === news || key.startsWith(`${news} `)
}

/** Sends the link to the order again, or also those to the mailbox's others; once per `form`. */
export function orderLink(orderId: string, scope: 'one' | 'all', form: string, now: Date) {
  return orderMail('order-link', orderId, now, `${scope} ${form}`)
}

/** Undefined if there is nothing to tell any more. */
export async function readOrderContent(
  { orders }: { orders: OrderStore },
  { kind, recordId, key }: { kind: OrderMailKind; recordId: string; key: string },
): Promise<OrderContent | undefined> {
  const order = await orders.find({ id: recordId })
  if (!order) return undefined
  const { state, paidAt, refunds } = order
  switch (kind) {
    case 'order-received': {
      const asks = key.startsWith(mailKey(kind, recordId, unaccepted))
      // Nobody has to confirm what they have cancelled meanwhile.
      const isOver = state === 'cancelled' || state === 'expired'
      return asks && (isOver || !order.reservedUntil) ? undefined : { kind, order }
    }
    case 'order-accepted':
      return order.reservedUntil ? undefined : { kind, order }
    case 'order-gone':
      return { kind, order }
    case 'order-paid':
      return paidAt && { kind, order }
    case 'order-sent':
      return isOnItsWay(order) ? { kind, order } : undefined
    case 'order-closed': {
      // Mails from before refunds had a kind of their own.
      const [refund] = refunds
      if (state === 'refunded' && refund) return { kind: 'order-refunded', order, refund }
      return state === 'cancelled' || state === 'expired' ? { kind, order } : undefined
    }
    case 'order-link': {
      const isOne = !key.startsWith(mailKey(kind, recordId, 'all '))
      const found = isOne ? [] : await findLostOrders(orders, order.email)
      return { kind, order, others: found.filter(({ id }) => id !== order.id) }
    }
    case 'order-refunded': {
      const refund = refunds.find((each) => mailKey(kind, recordId, each.key) === key)
      return refund && { kind, order, refund }
    }
  }
}

/** Marked as sent or ready, and neither ended nor wholly refunded since. */
function isOnItsWay(order: Order): boolean {
  if (order.state === 'cancelled' || order.state === 'expired') return false
  const isMarked = order.history.some(({ event }) => event === 'fulfil')
  return isMarked && linesLeft(order).some(({ shipped }) => shipped)
}

export function mailKey(
  kind: OrderMailKind | OrderNewsKind,
  orderId: string,
  which?: string,
): string {
  return [kind, orderId, which].filter(Boolean).join(' ')
}
