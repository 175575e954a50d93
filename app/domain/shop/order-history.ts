import type { OrderEvent } from './order-states'

export type OrderActor = 'customer' | 'shop' | 'payment-service' | 'time'

export interface Shipment {
  carrier?: string
  /** http or https. */
  trackingUrl?: string
}

export interface OrderEntry extends Shipment {
  at: Date
  event: OrderEvent
  /** Unknown for moves from before it was stored. */
  by?: OrderActor
  refund?: string
}

export function entered({ history }: { history: readonly OrderEntry[] }, entry: OrderEntry) {
  return { history: [...history, entry], updatedAt: entry.at }
}

export function shipmentOf({ history }: { history: readonly OrderEntry[] }): Shipment {
  const { carrier, trackingUrl } = history.findLast(({ event }) => event === 'fulfil') ?? {}
  return { carrier, trackingUrl }
}
