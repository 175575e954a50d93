import type { LiveBus } from '../live/live'
import type { OrderStore } from './order-store'
import type { Order } from './orders'

/** Returns the store with all that it places and moves told to who listens at the shop. */
export function announceOrders(orders: OrderStore, live: Pick<LiveBus, 'publish'>): OrderStore {
  const tell = ({ number }: Order, news: boolean) =>
    live.publish('shop', { kind: 'order', number, news })
  return {
    ...orders,
    async place(...asked) {
      const placed = await orders.place(...asked)
      if (placed.kind === 'placed') tell(placed.order, placed.order.payment === 'bank-transfer')
      return placed
    },
    async move(...asked) {
      const moved = await orders.move(...asked)
      if (moved.kind === 'moved') tell(moved.order, isPaidNow(moved.order))
      return moved
    },
  }
}

/** What is paid elsewhere is news once it is paid; a transfer was when it was ordered. */
function isPaidNow({ payment, paidAt, updatedAt }: Order): boolean {
  return payment !== 'bank-transfer' && paidAt?.getTime() === updatedAt.getTime()
}
