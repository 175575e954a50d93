import type { Order } from './orders'

/** Years after the one of the payment for which receipts are kept (§ 147 AO). */
const receiptYears = 8

/** A paid order of an account that was erased: without the link, the account and the desk that lead to it. */
export interface RestrictedOrder {
  number: number
  record: Omit<Order, 'secretHash' | 'uid' | 'deskId'>
  keepUntil: Date
}

/** Returns what the law keeps of an order whose account is erased; undefined for one that nobody paid. */
export function restrictOrder(order: Order): RestrictedOrder | undefined {
  const { secretHash: _, uid: __, deskId: ___, ...record } = order
  if (!order.paidAt) return undefined
  const keepUntil = new Date(Date.UTC(order.paidAt.getUTCFullYear() + receiptYears + 1, 0, 1))
  return { number: order.number, record, keepUntil }
}
