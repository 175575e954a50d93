import type { NewRecordMail, OrderMailKind } from '../outbox/mails'
import type { OrderState } from './order-states'
import type { Order, OrderStore } from './orders'

/** What a mail about an order tells its customer. */
export interface OrderOccasion {
  kind: OrderMailKind
  order: Order
}

/** The mail that goes out with a change of the order: one for each kind and, where it says more, for each state. */
export function orderMail(
  kind: OrderMailKind,
  orderId: string,
  now: Date,
  state?: OrderState,
): NewRecordMail {
  const key = [kind, orderId, state].filter(Boolean).join(' ')
  return { key, kind, recordId: orderId, dueAt: now }
}

/** The order as it is now; undefined if there is nothing to tell any more. */
export async function readOrderOccasion(
  { orders }: { orders: OrderStore },
  { kind, recordId }: { kind: OrderMailKind; recordId: string },
): Promise<OrderOccasion | undefined> {
  const order = await orders.find({ id: recordId })
  return order && isStillTrue(kind, order) ? { kind, order } : undefined
}

function isStillTrue(kind: OrderMailKind, { state, paidAt }: Order): boolean {
  switch (kind) {
    case 'order-received':
      return true
    case 'order-paid':
      return paidAt !== undefined
    case 'order-closed':
      return state === 'cancelled' || state === 'expired' || state === 'refunded'
  }
}
