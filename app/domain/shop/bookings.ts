import type { Cents, VatShare } from './money'
import type { Order, PaymentMethod } from './orders'

/**
 * A line for the bookkeeper: money that came for an order or went back. It names no customer and stays
 * when the order's account is erased.
 */
export interface Booking {
  /** Made of what it books, so that booking twice is booking once. */
  id: string
  kind: 'payment' | 'refund'
  at: Date
  number: number
  invoiceNumber: number
  payment: PaymentMethod
  /** ISO 3166-1 alpha-2; undefined where the customer gave no address. */
  country?: string
  /** Not negative for a refund either. */
  gross: Cents
  vat: VatShare[]
}

/** What a move books; the store adds what it knows of the order. */
export type NewBooking = Pick<Booking, 'id' | 'kind' | 'at' | 'gross' | 'vat'>

export interface BookingPage {
  bookings: Booking[]
  /** Where the next page begins, opaque; undefined at the end. */
  next?: string
}

/** Returns the booking with what it says of its order, which has its invoice by then. */
export function bookingOf(order: Order, booking: NewBooking): Booking {
  const { number, invoiceNumber = 0, payment, address } = order
  return { ...booking, number, invoiceNumber, payment, country: address?.country }
}
