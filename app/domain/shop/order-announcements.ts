import type { LiveBus } from '../live/live'
import { isKnownToShop } from './order-payment'
import type { OrderStore } from './order-store'
import type { Order } from './orders'

/** Announced again without `news` if placed again: its first process may have ended before the announcement. */
export function announceOrders(orders: OrderStore, live: Pick<LiveBus, 'publish'>): OrderStore {
  const announce = ({ number }: Order, news: boolean) =>
    live.publish('shop', { kind: 'order', number, news })
  return {
    ...orders,
    async place(...asked) {
      const placed = await orders.place(...asked)
      if (placed.kind === 'placed') announce(placed.order, isKnownToShop(placed.order))
      if (placed.kind === 'again') announce(placed.order, false)
      return placed
    },
    async move(...asked) {
      const moved = await orders.move(...asked)
      if (moved.kind === 'moved') announce(moved.order, isNews(moved.order))
      return moved
    },
  }
}

/**
 * A transfer is announced when ordered, or when its customer confirms it; what is paid on pick-up when
 * confirmed, others when paid.
 */
function isNews({ payment, state, paidAt, updatedAt, history }: Order): boolean {
  const last = history.at(-1)
  if (last?.event === 'undo') return false
  if (payment === 'bank-transfer') {
    const isNow = last?.at.getTime() === updatedAt.getTime()
    return last?.event === 'confirm' && last.by === 'customer' && isNow
  }
  if (payment !== 'stripe') return state === 'to-prepare'
  return paidAt?.getTime() === updatedAt.getTime()
}
