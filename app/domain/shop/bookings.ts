import { monthBoundaries } from '../time/days'
import type { Cents, VatShare } from './money'
import { type Order, type PaymentMethod, shopTimeZone } from './orders'

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

/** The beginning of a month ("2026-11") or year ("2026") and of the next one, by the shop's clock; undefined for other texts. */
export function bookingPeriod(key: string): [Date, Date] | undefined {
  if (!/^20\d\d(-(0[1-9]|1[0-2]))?$/.test(key)) return undefined
  if (key.length > 4) return monthBoundaries(`${key}-01`, shopTimeZone)
  const [from] = monthBoundaries(`${key}-01-01`, shopTimeZone)
  const [, to] = monthBoundaries(`${key}-12-01`, shopTimeZone)
  return [from, to]
}
