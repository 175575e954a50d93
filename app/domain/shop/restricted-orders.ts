import { orderLists } from './order-lists'
import type { OrderState } from './order-states'
import type { Order } from './orders'

/** Years after that of the payment for which receipts are kept (§ 147 AO). */
const receiptYears = 8

/** Without link, account, desk and the customer's note. */
export interface RestrictedOrder {
  number: number
  record: Omit<Order, 'secretHash' | 'uid' | 'deskId' | 'note'>
  keepUntil: Date
}

/** Undefined for an unpaid order. */
export function restrictOrder(order: Order): RestrictedOrder | undefined {
  const { secretHash: _, uid: __, deskId: ___, note: ____, ...record } = order
  if (!order.paidAt) return undefined
  const keepUntil = new Date(Date.UTC(order.paidAt.getUTCFullYear() + receiptYears + 1, 0, 1))
  return { number: order.number, record, keepUntil }
}

/** Orders that still have to be paid or sent outlive their account, as a guest's. */
export const unfinished: readonly OrderState[] = [
  ...orderLists['to-send'].states,
  ...orderLists['to-pay'].states,
]
