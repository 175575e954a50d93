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
  /** The refund's key. */
  refund?: string
}

/** Appends an entry. */
export function entered({ history }: { history: readonly OrderEntry[] }, entry: OrderEntry) {
  return { history: [...history, entry], updatedAt: entry.at }
}

/** Of the last shipment, as far as known. */
export function shipmentOf({ history }: { history: readonly OrderEntry[] }): Shipment {
  const { carrier, trackingUrl } = history.findLast(({ event }) => event === 'fulfil') ?? {}
  return { carrier, trackingUrl }
}
