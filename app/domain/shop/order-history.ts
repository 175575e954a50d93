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
  /** The owner's form, by which a step is known that is sent again. */
  form?: string
}

export function entered({ history }: { history: readonly OrderEntry[] }, entry: OrderEntry) {
  return { history: [...history, entry], updatedAt: entry.at }
}

/** Whether this form has moved the order already: its answer was lost. */
export function isDoneBy({ history }: { history: readonly OrderEntry[] }, form?: string): boolean {
  return form !== undefined && history.some((entry) => entry.form === form)
}

export function shipmentOf({ history }: { history: readonly OrderEntry[] }): Shipment {
  const { carrier, trackingUrl } = history.findLast(({ event }) => event === 'fulfil') ?? {}
  return { carrier, trackingUrl }
}
