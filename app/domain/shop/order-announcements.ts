import type { LiveBus } from '../live/live'
import type { OrderStore } from './order-store'
import type { Order } from './orders'
import { waitsForShop } from './standings'

/** Announced again without `news` if placed again: its first process may have ended before the announcement. */
export function announceOrders(orders: OrderStore, live: Pick<LiveBus, 'publish'>): OrderStore {
  const announce = ({ number }: Order, news: boolean) =>
    live.publish('shop', { kind: 'order', number, news })
  return {
    ...orders,
    async place(...asked) {
      const placed = await orders.place(...asked)
      if (placed.kind === 'placed') announce(placed.order, isNewsAtOnce(placed.order))
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

/** A transfer, and what its shop is to accept. */
function isNewsAtOnce(order: Order): boolean {
  return order.payment === 'bank-transfer' || waitsForShop(order)
}

/** What is paid on pick-up is announced when its customer confirms it, others when paid; a step of the shop's own never. */
function isNews({ payment, state, paidAt, updatedAt, history }: Order): boolean {
  const last = history.at(-1)
  if (last?.event === 'undo' || last?.by === 'shop') return false
  if (payment !== 'stripe') return state === 'to-prepare'
  return paidAt?.getTime() === updatedAt.getTime()
}
