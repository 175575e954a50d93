import type { LiveBus } from '../live/live'
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
      if (placed.kind === 'placed') announce(placed.order, placed.order.payment === 'bank-transfer')
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

/** A transfer is announced when ordered, what is paid on pick-up when confirmed, others when paid. */
function isNews({ payment, state, paidAt, updatedAt, history }: Order): boolean {
  if (history.at(-1)?.event === 'undo') return false
  if (payment !== 'stripe') return state === 'to-prepare'
  return paidAt?.getTime() === updatedAt.getTime()
}
