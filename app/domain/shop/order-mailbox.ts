import type { NewRecordMail } from '../outbox/mails'
import { entered, isDoneBy } from './order-history'
import { orderMail, unaccepted } from './order-mails'
import { isUnpaid } from './order-payment'
import type { OrderMoved, OrderScope, OrderStore } from './order-store'
import type { Order } from './orders'

/** Per order: with the limit on orders, nobody writes to strangers through one. */
const mostChanges = 3

/** Whether its e-mails still matter. */
export function isGoingOn(order: Pick<Order, 'state'>): boolean {
  return isUnpaid(order) || order.state === 'paid' || order.state === 'fulfilled'
}

export function mayChangeMailbox(order: Pick<Order, 'state' | 'history'>): boolean {
  const changes = order.history.filter(({ event }) => event === 'mailbox')
  return isGoingOn(order) && changes.length < mostChanges
}

/** What the mailbox should have by now, once per `form`. */
export function orderMailsAgain(order: Order, form: string, now: Date): NewRecordMail[] {
  return [
    order.reservedUntil
      ? orderMail('order-received', order.id, now, `${unaccepted} ${form}`)
      : orderMail('order-accepted', order.id, now, form),
    ...(order.paidAt ? [orderMail('order-paid', order.id, now, form)] : []),
  ]
}

/**
 * For who mistyped the address: all e-mails go to the new one, beginning with those it missed. Links in
 * e-mails to the old one end. `again` where this form has done it before.
 */
export async function changeMailbox(
  orders: OrderStore,
  scope: OrderScope,
  email: string,
  form: string,
  now: Date,
): Promise<OrderMoved> {
  let done = false
  const moved = await orders.move(scope, (order) => {
    done = isDoneBy(order, form)
    if (done || !mayChangeMailbox(order)) return undefined
    return {
      email,
      ...entered(order, { at: now, event: 'mailbox', by: 'customer', form }),
      mails: orderMailsAgain(order, form, now),
    }
  })
  return done && 'order' in moved ? { kind: 'again', order: moved.order } : moved
}
