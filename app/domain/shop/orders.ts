import type { LimitName } from '../desks/entitlements'
import type { Language } from '../text/languages'
import type { ProductKind, Texts } from './catalogue'
import type { Cents, VatShare } from './money'
import type { OrderEntry } from './order-history'
import type { OrderState } from './order-states'
import type { Refund } from './refunds'

export const paymentMethods = ['bank-transfer', 'stripe'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** A line as it was bought: later changes of the catalogue change no order. */
export interface OrderLine {
  productId: string
  kind: ProductKind
  title: Texts
  /** What is essential about it; orders from before it was kept have none. */
  summary?: Texts
  quantity: number
  /** Of one, with VAT. */
  price: Cents
  gross: Cents
  vatRate: number
  interval?: 'month' | 'year'
  shipped: boolean
  digital: boolean
  deliveryTime: Texts
  grants: Partial<Record<LimitName, number>>
}

export interface Address {
  name: string
  street: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface Order {
  id: string
  /** What one says on the phone and writes on a transfer: consecutive in the shop, from 1001 on. */
  number: number
  /** The consecutive number of the invoice, given once it is paid (§ 14 UStG). */
  invoiceNumber?: number
  /** The cart's key: ordering twice is ordering once. */
  checkoutKey: string
  /** SHA-256 of the secret in the customer's link, base64url. */
  secretHash: string
  state: OrderState
  language: Language
  email: string
  /** To send it to, and to bill; where nothing is shipped and none was given there is none. */
  address?: Address
  lines: OrderLine[]
  goods: Cents
  shipping: Cents
  gross: Cents
  vat: VatShare[]
  currency: 'EUR'
  smallBusiness: boolean
  payment: PaymentMethod
  /** What the payment service calls it: unique where it is set. */
  providerRef?: string
  /** The account that ordered and the desk whose limits it raises, if somebody was signed in. */
  uid?: string
  deskId?: string
  /** Which wording of the terms was accepted: a hash of it, and when. */
  termsVersion: string
  acceptedAt: Date
  /** When the customer agreed that what is digital begins at once. */
  digitalConsentAt?: Date
  /** Until when it can be paid. */
  payableUntil: Date
  /**
   * Until when its goods are kept for a customer of whom nothing shows that the mailbox is theirs; none
   * once they have opened the link in our e-mail or paid, or where nothing runs out.
   */
  reservedUntil?: Date
  /** Whether its goods are off the stock. */
  stockTaken: boolean
  paidAt?: Date
  fulfilledAt?: Date
  closedAt?: Date
  refundedAt?: Date
  /** Its moves, the earliest first. */
  history: OrderEntry[]
  refunds: Refund[]
  createdAt: Date
  updatedAt: Date
}

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
>

/** Where the shop is, as far as days and times are concerned. */
export const shopTimeZone = 'Europe/Berlin'

/** How the invoice's consecutive number is written. */
export function invoiceName(invoiceNumber: number): string {
  return `R${String(invoiceNumber).padStart(5, '0')}`
}

/** Whether a key that comes again carries the same order. */
export function isSameOrder(known: Order, sent: NewOrder): boolean {
  const content = (order: NewOrder | Order) =>
    JSON.stringify([
      order.lines.map(({ productId, quantity, price }) => [productId, quantity, price]),
      order.gross,
      order.email,
      order.payment,
      order.address && [
        order.address.name,
        order.address.street,
        order.address.postcode,
        order.address.city,
        order.address.country,
      ],
    ])
  return content(known) === content(sent)
}
