import type { OrderEvent } from './order-states'

/** Who moved an order. */
export type OrderActor = 'customer' | 'shop' | 'payment-service' | 'time'

/** How goods were sent. */
export interface Shipment {
  carrier?: string
  /** Where the customer follows it; http or https. */
  trackingUrl?: string
}

/** A move of an order. */
export interface OrderEntry extends Shipment {
  at: Date
  event: OrderEvent
  /** Unknown for moves from before it was kept. */
  by?: OrderActor
  /** The refund that it was, by its key. */
  refund?: string
}

/** Returns what a move changes of every order: the entry goes to the end of its history. */
export function entered({ history }: { history: readonly OrderEntry[] }, entry: OrderEntry) {
  return { history: [...history, entry], updatedAt: entry.at }
}

/** Returns how the goods were sent last, as far as it was said. */
export function shipmentOf({ history }: { history: readonly OrderEntry[] }): Shipment {
  const { carrier, trackingUrl } = history.findLast(({ event }) => event === 'fulfil') ?? {}
  return { carrier, trackingUrl }
}
