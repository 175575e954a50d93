import { wallTime } from '../time/zones'
import { orderLists } from './order-lists'
import { type Order, shopTimeZone } from './orders'

/** Years after that of the last one for which receipts are kept (§ 147 AO). */
const receiptYears = 8

/** Without link, account, desk and the customer's note. */
export interface RestrictedOrder {
  number: number
  record: Omit<Order, 'secretHash' | 'uid' | 'deskId' | 'note'>
  keepUntil: Date
}

export interface RestrictedOrderStore {
  /** Those kept until before `before`, as many as `limit`; returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>
}

/** Undefined for an unpaid order. */
export function restrictOrder(order: Order): RestrictedOrder | undefined {
  const { secretHash: _, uid: __, deskId: ___, note: ____, ...record } = order
  if (!order.paidAt) return undefined
  const last = Math.max(...[order.paidAt, ...order.refunds.map(({ at }) => at)].map(Number))
  const year = new Date(wallTime(last, shopTimeZone)).getUTCFullYear()
  const keepUntil = new Date(Date.UTC(year + receiptYears + 1, 0, 1))
  return { number: order.number, record, keepUntil }
}

/** What still has to be paid, sent or refunded outlives its account, as a guest's. */
export function isUnfinished({ state, refunds }: Pick<Order, 'state' | 'refunds'>): boolean {
  const lists = [...orderLists['to-send'].states, ...orderLists['to-pay'].states]
  return lists.some((each) => each === state) || refunds.some((each) => each.state !== 'done')
}
