import type { Cents } from './money'
import type { Order, PaymentMethod } from './orders'
import type { Refund } from './refunds'

/** Where the payment service sends the customer back to; absolute, with the order's secret. */
export interface ReturnAddresses {
  success: string
  cancel: string
  /** What the service's page calls the shipping, in the order's language. */
  shipping: string
}

export type PaymentBegun =
  /** The order's page says how to pay. */
  | { kind: 'show' }
  /** The customer pays at the service's own page; `providerRef` is the service's name for the order. */
  | { kind: 'redirect'; url: string; providerRef: string }
  /** The service does not answer, or not as it should: again later. */
  | { kind: 'unreachable' }

/** Money that has arrived, as the service says it. */
export interface Received {
  amount: Cents
  /** ISO 4217, in capitals. */
  currency: string
  providerRef: string
}

export type PaymentStanding =
  | ({ kind: 'paid' } & Received)
  | { kind: 'open' }
  /** It can no longer be paid there. */
  | { kind: 'over' }
  | { kind: 'unreachable' }

/** What a verified message of the service says of an order. */
export type PaymentNews = { eventId: string; orderId: string } & (
  | ({ kind: 'paid' } & Received)
  | { kind: 'over' }
)

export type PaymentMessage =
  /** Not from the service, changed on the way, too old, or without what it should say. */
  | { kind: 'refused' }
  /** From the service, and nothing that concerns an order. */
  | { kind: 'nothing' }
  | { kind: 'news'; news: PaymentNews }

/** How a customer pays by their own bank. */
export interface TransferDetails {
  holder: string
  /** Without spaces. */
  iban: string
  bic?: string
  bank?: string
  /** What the transfer must say: only what every banking app lets through. */
  reference: string
  amount: Cents
  until: Date
  /** The code that banking apps read: a square of so many modules, and the dark ones as an SVG path. */
  code: { size: number; path: string }
}

/** One way to pay. No method throws for what the service does; each may be called again and again. */
export interface PaymentService {
  method: PaymentMethod
  /** Begins the payment of an order, or finds the one that was begun. */
  begin(order: Order, addresses: ReturnAddresses, now: Date): Promise<PaymentBegun>
  /** How the order stands at the service now. */
  lookUp(order: Order): Promise<PaymentStanding>
  /** Makes sure that an unpaid order can no longer be paid there; returns how it stands then. */
  close(order: Order): Promise<PaymentStanding>
  /** Reads a message that somebody posted in the service's name. `body` is exactly what was sent. */
  readMessage(body: Uint8Array, signature: string, now: Date): Promise<PaymentMessage>
  /**
   * Gives the refund's amount back, once a key of the order. `by-hand`: the shop's owner has to do it;
   * `refused`: it will never be done; `unreachable`: it may have been, ask again.
   */
  refund(
    order: Order,
    refund: Pick<Refund, 'key' | 'amount'>,
  ): Promise<'refunded' | 'by-hand' | 'refused' | 'unreachable'>
  /** How to pay where the service has no page of its own. */
  details(order: Order): TransferDetails | undefined
}

/** The ways to pay that are offered, in the order in which they are shown. */
export type PaymentServices = Partial<Record<PaymentMethod, PaymentService>>

/** Milliseconds for which an order waits for its payment. */
export const patience: Readonly<Record<PaymentMethod, number>> = {
  'bank-transfer': 14 * 86_400_000,
  stripe: 86_400_000,
}
