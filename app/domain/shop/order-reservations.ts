import type { MailStore } from '../outbox/mails'
import { entered } from './order-history'
import { orderMail } from './order-mails'
import { isUnpaid, paidChange } from './order-payment'
import { orderAfter } from './order-states'
import type { OrderChange, OrderMoved, OrderScope, OrderStore } from './order-store'
import type { NewOrder, Order } from './orders'

/** Milliseconds; confirming by the e-mailed link extends this to the payment deadline. */
const reservedFor = 60 * 60_000

/** Pieces that unproven orders together may hold. */
export function unprovenMost(declared: number): number {
  return Math.ceil(declared / 2)
}

/** Undefined where nothing needs proof: no product is limited, and it is paid in advance. */
export function reservationOf(
  { lines, payment, createdAt }: Pick<NewOrder, 'lines' | 'payment' | 'createdAt'>,
  declared: Record<string, number>,
): Date | undefined {
  const runsOut =
    payment === 'on-pickup' || lines.some(({ productId }) => Object.hasOwn(declared, productId))
  return runsOut ? new Date(createdAt.getTime() + reservedFor) : undefined
}

/**
 * Reserves the goods until the order expires, and accepts it; `short` if they were sold meanwhile, which
 * the customer is told once. `declared` is the catalogue's stock.
 */
export async function proveOrder(
  { orders, mails }: { orders: OrderStore; mails: Pick<MailStore, 'add'> },
  scope: OrderScope,
  now: Date,
  declared: Record<string, number>,
): Promise<OrderMoved> {
  const proven = await orders.move(scope, (order) => {
    const change = provenChange(order, now, 'customer')
    return change && { ...change, declared }
  })
  if (proven.kind === 'short') await mails.add([orderMail('order-gone', proven.order.id, now)], now)
  return proven
}

/** As `proveOrder`, by the shop, whose customer said so otherwise. `form`: the owner's. */
export function acceptOrder(
  orders: OrderStore,
  scope: OrderScope,
  now: Date,
  declared: Record<string, number>,
  form?: string,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    const change = provenChange(order, now, 'shop', form)
    return change && { ...change, declared }
  })
}

/** Whether the order waits for the proof that its mailbox was read. */
export function mayBeProven(order: Order, now: Date): boolean {
  return order.reservedUntil !== undefined && isUnpaid(order) && order.payableUntil > now
}

function provenChange(
  order: Order,
  now: Date,
  by: 'customer' | 'shop',
  form?: string,
): OrderChange | undefined {
  if (!mayBeProven(order, now)) return undefined
  const proven = { reservedUntil: undefined, stock: 'if-left', updatedAt: now } as const
  // Confirming pays a free order, and has one prepared that is paid on pick-up.
  if (order.gross === 0) return { ...paidChange(order, {}, by, now, form), ...proven }
  const event = 'confirm'
  const { state, payment } = order
  const after = payment === 'on-pickup' ? orderAfter(state, event) : undefined
  return {
    state: after ?? state,
    ...entered(order, { at: now, event, by, form }),
    ...proven,
    mails: [orderMail('order-accepted', order.id, now)],
  }
}
