import type { Language } from '../text/languages'
import { type Shipment, trackingLink } from './carriers'
import type { OrderEvent } from './order-states'

export type OrderActor = 'customer' | 'shop' | 'payment-service' | 'time'

export interface OrderEntry extends Shipment {
  at: Date
  /**
   * undo: the step before was taken back. mailbox: its e-mails go to another address. given-back: the shop has
   * transferred a refund, or paid it out. picked-up: what was paid before. withdrawn: a declaration of withdrawal names it and its address. mistaken: for
   * the shop, the declaration before was a mistake. unmailed: no e-mail can ask its customer to confirm it, so
   * that its shop accepts it.
   */
  event:
    | OrderEvent
    | 'undo'
    | 'mailbox'
    | 'given-back'
    | 'picked-up'
    | 'withdrawn'
    | 'mistaken'
    | 'unmailed'
  /** Unknown for moves from before it was stored. */
  by?: OrderActor
  refund?: string
  /** The number of the withdrawal's ticket at the site's desk. */
  ticket?: number
  /** The owner's form, by which a step is known that is sent again. */
  form?: string
  /** What undoes the owner's step that ended with this entry, as `undoOf` wrote it. */
  undo?: string
}

export function entered({ history }: { history: readonly OrderEntry[] }, entry: OrderEntry) {
  return { history: [...history, entry], updatedAt: entry.at }
}

/** Whether this form, with this shipment, has moved the order already: its answer was lost. */
export function isDoneBy(
  { history }: { history: readonly OrderEntry[] },
  form: string | undefined,
  shipment: Shipment = {},
): boolean {
  const sent = ({ carrier, trackingNumber, trackingUrl }: Shipment) =>
    JSON.stringify([carrier, trackingNumber, trackingUrl])
  return history.some(
    (entry) => form !== undefined && entry.form === form && sent(entry) === sent(shipment),
  )
}

/** Whether what was paid before is with its customer, as far as that is recorded. */
export function isPickedUp(history: readonly OrderEntry[]): boolean {
  return history.some(
    ({ event }, index) => event === 'picked-up' && history[index + 1]?.event !== 'undo',
  )
}

/** The first declaration that names the order, unless it was a mistake. */
export function withdrawalIn(history: readonly OrderEntry[]): OrderEntry | undefined {
  const mistaken = history.findLastIndex(
    ({ event }, index) => event === 'mistaken' && history[index + 1]?.event !== 'undo',
  )
  return history.slice(mistaken + 1).find(({ event }) => event === 'withdrawn')
}

/** `trackingUrl` leads to the parcel in the order's language. */
export function shipmentOf(order: {
  history: readonly OrderEntry[]
  language: Language
}): Pick<Shipment, 'carrier' | 'trackingUrl'> {
  const shipment: Shipment = order.history.findLast(({ event }) => event === 'fulfil') ?? {}
  return { carrier: shipment.carrier, trackingUrl: trackingLink(shipment, order.language) }
}
