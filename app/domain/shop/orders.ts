import type { LimitName } from '../desks/entitlements'
import type { Slot } from '../desks/hours'
import type { Language } from '../text/languages'
import type { Product, ProductKind, Texts } from './catalogue'
import type { Cents, VatShare } from './money'
import type { OrderEntry } from './order-history'
import type { OrderState } from './order-states'
import type { Refund } from './refunds'

export const paymentMethods = ['bank-transfer', 'stripe', 'on-pickup'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** As bought: later catalogue changes do not reach it. */
export interface OrderLine {
  productId: string
  kind: ProductKind
  title: Texts
  /** Essential characteristics; absent in old orders. */
  summary?: Texts
  quantity: number
  /** Of one, with VAT. */
  price: Cents
  gross: Cents
  vatRate: number
  interval?: 'month' | 'year'
  /** Sent, or picked up where the order is. */
  shipped: boolean
  digital: boolean
  deliveryTime: Texts
  /** Which texts stood in for those of another language; absent in old orders. */
  lent?: Product['lent']
  grants: Partial<Record<LimitName, number>>
}

export interface Address {
  company?: string
  name: string
  street: string
  /** Below the street: c/o, floor, the number of a Packstation's user. */
  line2?: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** Picked up at the company's address. */
export interface Pickup {
  name: string
  /** The calendar day that the customer asked for (ISO 8601). */
  day?: string
  /** The shop's on that day, where its times to pick up are its opening hours; absent in old orders. */
  hours?: Slot[]
  /** As the shop said when it was ordered. */
  when: Texts
}

export interface Order {
  id: string
  /** Consecutive in the shop from 1001 on; said on the phone and written on transfers. */
  number: number
  /** Consecutive, given once paid (§ 14 UStG). */
  invoiceNumber?: number
  /** The cart's key, for idempotency. */
  checkoutKey: string
  /** SHA-256 of the secret in the customer's link, base64url. */
  secretHash: string
  state: OrderState
  language: Language
  email: string
  /** Where it is shipped to; absent if nothing is shipped. */
  address?: Address
  pickup?: Pickup
  /** Where the invoice goes, if not to `address`. */
  billing?: Address
  vatId?: string
  note?: string
  lines: OrderLine[]
  goods: Cents
  shipping: Cents
  gross: Cents
  vat: VatShare[]
  currency: 'EUR'
  smallBusiness: boolean
  payment: PaymentMethod
  /** The payment service's id of it; unique. */
  providerRef?: string
  /** If somebody was signed in; the desk gets the entitlements. */
  uid?: string
  deskId?: string
  /** A hash of the terms accepted, and when. */
  termsVersion: string
  acceptedAt: Date
  /** Consent that digital products begin at once. */
  digitalConsentAt?: Date
  payableUntil: Date
  /** Set for an unproven mailbox with limited goods. */
  reservedUntil?: Date
  stockTaken: boolean
  paidAt?: Date
  fulfilledAt?: Date
  closedAt?: Date
  refundedAt?: Date
  history: OrderEntry[]
  refunds: Refund[]
  createdAt: Date
  updatedAt: Date
}

export type Handover = 'shipping' | 'pickup' | 'none'

export type NewOrder = Omit<
  Order,
  | 'number'
  | 'invoiceNumber'
  | 'state'
  | 'stockTaken'
  | 'providerRef'
  | 'paidAt'
  | 'fulfilledAt'
  | 'closedAt'
  | 'refundedAt'
  | 'history'
  | 'refunds'
  | 'updatedAt'
> & { history?: OrderEntry[] }

export const shopTimeZone = 'Europe/Berlin'

export function invoiceName(invoiceNumber: number): string {
  return `R${String(invoiceNumber).padStart(5, '0')}`
}

type Named = Pick<Order, 'address' | 'pickup' | 'billing' | 'email'>

export function customerName({ address, pickup, billing, email }: Named): string {
  return address?.name || pickup?.name || billing?.name || email
}

/** How the goods reach the customer; `none` for services alone. */
export function handoverOf({ lines, pickup }: Pick<Order, 'lines' | 'pickup'>): Handover {
  if (!lines.some(({ shipped }) => shipped)) return 'none'
  return pickup ? 'pickup' : 'shipping'
}

/** Whether a repeated key has the same content. */
export function isSameOrder(known: Order, sent: NewOrder): boolean {
  const content = (order: NewOrder | Order) =>
    JSON.stringify([
      order.lines.map(({ productId, quantity, price }) => [productId, quantity, price]),
      order.gross,
      order.email,
      order.payment,
      order.address && lineOf(order.address),
      order.pickup?.name,
      order.pickup?.day,
      order.billing && lineOf(order.billing),
      order.vatId,
      order.note,
    ])
  return content(known) === content(sent)
}

/** Stores may return the fields in another order. */
function lineOf({ company, name, street, line2, postcode, city, country }: Address) {
  return [company, name, street, line2, postcode, city, country]
}
