import type { Bank } from '../legal/legal'
import type { Cents } from './money'
import type { Order, PaymentMethod } from './orders'
import type { Refund } from './refunds'

/** Absolute, with the order's secret. */
export interface ReturnAddresses {
  success: string
  cancel: string
  /** The line for shipping, in the order's language. */
  shipping: string
}

export type PaymentBegun =
  /** The order's page shows how to pay. */
  | { kind: 'show' }
  /** The service's own page; `providerRef` is its id of the order. */
  | { kind: 'redirect'; url: string; providerRef: string }
  /** No valid response: try again later. */
  | { kind: 'unreachable' }

export interface Received {
  amount: Cents
  /** ISO 4217, in capitals. */
  currency: string
  providerRef: string
}

export type PaymentStanding =
  | ({ kind: 'paid' } & Received)
  | { kind: 'open' }
  | { kind: 'over' }
  | { kind: 'unreachable' }

export type PaymentNews = { eventId: string; orderId: string } & (
  | ({ kind: 'paid' } & Received)
  | { kind: 'over' }
)

export type PaymentMessage =
  /** Forged, altered, too old, or incomplete. */
  { kind: 'refused' } | { kind: 'nothing' } | { kind: 'news'; news: PaymentNews }

export interface TransferDetails {
  holder: string
  /** Without spaces. */
  iban: string
  bic?: string
  bank?: string
  /** In characters that every banking app accepts. */
  reference: string
  amount: Cents
  until: Date
  /** The text of a QR code that banking apps read (EPC069-12). */
  code: string
}

/** No method throws for the service's errors; every one may be repeated. */
export interface PaymentService {
  method: PaymentMethod
  /** Begins a payment, or finds the one begun. */
  begin(order: Order, addresses: ReturnAddresses, now: Date): Promise<PaymentBegun>
  lookUp(order: Order): Promise<PaymentStanding>
  /** Makes sure that an unpaid order cannot be paid there any more; returns its standing. */
  close(order: Order): Promise<PaymentStanding>
  /** `body`: the exact bytes sent. */
  readMessage(body: Uint8Array, signature: string, now: Date): Promise<PaymentMessage>
  /** Once per key. `refused`: never; `unreachable`: unknown, ask again. */
  refund(
    order: Order,
    refund: Pick<Refund, 'key' | 'amount'>,
  ): Promise<'refunded' | 'by-hand' | 'refused' | 'unreachable'>
  /** Where the service has no page of its own; `bank` is the shop's account. */
  details(order: Order, bank: Bank): TransferDetails | undefined
}

export type PaymentServices = Partial<Record<PaymentMethod, PaymentService>>

/** The smallest total that can be paid so. Source: docs.stripe.com/currencies, for euros. */
export const leastTotal: Readonly<Record<PaymentMethod, Cents>> = {
  'bank-transfer': 0,
  stripe: 50,
  'on-pickup': 0,
}

/** Milliseconds until an unpaid order expires; from the day of the pick-up on where it is paid then. */
export const timeoutMs: Readonly<Record<PaymentMethod, number>> = {
  'bank-transfer': 14 * 86_400_000,
  stripe: 86_400_000,
  'on-pickup': 14 * 86_400_000,
}
