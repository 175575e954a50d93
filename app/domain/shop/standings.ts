import { isPickedUp, type OrderEntry, withdrawalIn } from './order-history'
import type { OrderState } from './order-states'
import type { Refund } from './refunds'

export type Standing = OrderState | 'refund-due' | 'withdrawn' | 'to-accept'

interface Standable {
  state: OrderState
  refunds: readonly Pick<Refund, 'state' | 'at'>[]
  history?: readonly OrderEntry[]
  pickup?: unknown
  payment?: string
  reservedUntil?: Date
}

/**
 * How an order stands, for its shop: nothing is refunded as long as the shop has still to give it back, and
 * what was paid in advance waits for its customer. A withdrawal is over with the order.
 */
export function standingsOf(order: Standable): Standing[] {
  const { state } = order
  const isDue = isRefundDue(order)
  return [
    ...(isDue && state === 'refunded'
      ? []
      : [
          waitsForCustomer(order)
            ? ('ready' as const)
            : waitsForShop(order)
              ? ('to-accept' as const)
              : state,
        ]),
    ...(isDue ? ['refund-due' as const] : []),
    ...(withdrawalOf(order) ? ['withdrawn' as const] : []),
  ]
}

/** Whether it was paid in advance and is to be picked up. */
export function waitsForCustomer({ state, pickup, payment, history = [] }: Standable): boolean {
  const isReady = state === 'fulfilled' && pickup !== undefined && payment !== 'on-pickup'
  return isReady && !isPickedUp(history)
}

/** Whether nobody has confirmed it, and its customer has no e-mail to do it by. */
export function waitsForShop({ state, reservedUntil, history = [] }: Standable): boolean {
  const isOpen = state === 'created' || state === 'awaiting-payment'
  return isOpen && reservedUntil !== undefined && history.some(({ event }) => event === 'unmailed')
}

/**
 * The one standing by which lists and counts have an order. A withdrawal is to do until money goes back, of a
 * part only, too.
 */
export function listedAs(order: Standable & { history: readonly OrderEntry[] }): Standing {
  if (isRefundDue(order)) return 'refund-due'
  if (waitsForShop(order)) return 'to-accept'
  const declared = withdrawalOf(order)
  const isAnswered = order.refunds.some(
    ({ state, at }) => state !== 'begun' && declared && at >= declared.at,
  )
  return declared && !isAnswered ? 'withdrawn' : order.state
}

function isRefundDue({ refunds }: Pick<Standable, 'refunds'>): boolean {
  return refunds.some((each) => each.state === 'by-hand')
}

function withdrawalOf({ state, history = [] }: Standable): OrderEntry | undefined {
  const isOver = state === 'cancelled' || state === 'expired' || state === 'refunded'
  return isOver ? undefined : withdrawalIn(history)
}
