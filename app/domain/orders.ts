import type { LimitName, ProductKind, Texts } from './catalogue'
import type { Language } from './languages'
import type { Cents, VatShare } from './money'
import type { OrderState } from './order-states'

export const paymentMethods = ['bank-transfer', 'stripe'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** A line as it was bought: later changes of the catalogue change no order. */
export interface OrderLine {
  productId: string
  kind: ProductKind
  title: Texts
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
  paidAt?: Date
  fulfilledAt?: Date
  closedAt?: Date
  refundedAt?: Date
  createdAt: Date
  updatedAt: Date
}
