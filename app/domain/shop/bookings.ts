import type { Cents, VatShare } from './money'
import type { Order, PaymentMethod } from './orders'

/** A bookkeeping entry: money received or refunded. Names no customer and outlives the account. */
export interface Booking {
  /** Derived from what it books, for idempotency. */
  id: string
  kind: 'payment' | 'refund'
  at: Date
  number: number
  invoiceNumber: number
  payment: PaymentMethod
  /** ISO 3166-1 alpha-2; undefined without an address. */
  country?: string
  /** Not negative for a refund either. */
  gross: Cents
  vat: VatShare[]
}

/** The store adds the order's facts. */
export type NewBooking = Pick<Booking, 'id' | 'kind' | 'at' | 'gross' | 'vat'>

export interface BookingPage {
  bookings: Booking[]
  /** Opaque; undefined at the end. */
  next?: string
}

/** The order has its invoice number by then. */
export function bookingOf(order: Order, booking: NewBooking): Booking {
  const { number, invoiceNumber = 0, payment, address } = order
  return { ...booking, number, invoiceNumber, payment, country: address?.country }
}
