import type { LimitName, NewEntitlement } from '../desks/entitlements'
import type { NewRecordMail } from '../outbox/mails'
import type { Language } from '../text/languages'
import type { ProductKind, Texts } from './catalogue'
import type { Cents, VatShare } from './money'
import type { OrderState } from './order-states'

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
  | 'updatedAt'
>

/**
 * Who asks: a customer by the secret, the operator by the number, the payment service by its name for
 * it, the server itself by the id.
 */
export type OrderScope =
  | { secretHash: string }
  | { number: number }
  | { providerRef: string }
  | { id: string }

/** What a move changes; a field that is there with `undefined` is cleared. */
export interface OrderChange
  extends Partial<
    Pick<
      Order,
      | 'state'
      | 'providerRef'
      | 'reservedUntil'
      | 'paidAt'
      | 'fulfilledAt'
      | 'closedAt'
      | 'refundedAt'
      | 'updatedAt'
    >
  > {
  /** Gives the order the next invoice number, unless it has one. */
  invoice?: true
  /** Gives the goods back to the stock, or takes them again, or only where there are enough; twice is once. */
  stock?: 'back' | 'taken' | 'if-left'
  /** Begins with the change; one a product of the order. */
  entitlements?: NewEntitlement[]
  /** Ends what the order gave. */
  entitlementsEnd?: Date
  /** Go into the outbox with the change. */
  mails?: NewRecordMail[]
}

export type Placed =
  /** Committed now. */
  | { kind: 'placed'; order: Order }
  /** This key was here before, with the same content: the order as it is now. */
  | { kind: 'again'; order: Order }
  /** This key was here before, with other content. Nothing was changed. */
  | { kind: 'conflict'; order: Order }
  /** So many are left of what there is too little of. Nothing was changed. */
  | { kind: 'short'; left: Record<string, number> }

export type OrderMoved =
  | { kind: 'moved'; order: Order }
  /** The event was here before. Nothing was changed. */
  | { kind: 'again'; order: Order }
  /** `decide` said no. Nothing was changed. */
  | { kind: 'refused'; order: Order }
  /** There are not enough of its goods. Nothing was changed. */
  | { kind: 'short'; order: Order }
  | { kind: 'unknown' }

/** Orders and the stock that they take. What a promise of this port resolves with is committed and synced. */
export interface OrderStore {
  /**
   * Takes an order in the state `created`, with the shop's next number, its goods off the stock and the
   * mails that tell of it into the outbox, in one commit. `declared` is how many the catalogue says there are of each product, in all; what
   * it does not name is without limit. A later, other figure there moves what is left by the difference.
   * Of what orders with `reservedUntil` hold together, `unprovenMost` is the most: one beyond it is
   * taken as well and holds nothing.
   */
  place(order: NewOrder, declared: Record<string, number>, mails?: NewRecordMail[]): Promise<Placed>
  /**
   * Applies the change that `decide` makes of the order, or refuses. `event` names what caused it: the
   * same event moves nothing twice, and is remembered in the same commit, also when it is refused.
   * `decide` may run more than once and must be pure.
   */
  move(
    scope: OrderScope,
    decide: (order: Order) => OrderChange | undefined,
    event?: string,
  ): Promise<OrderMoved>
  find(scope: OrderScope): Promise<Order | undefined>
  /** The orders of an account with a number below `before`, the newest first. */
  listByAccount(uid: string, limit: number, before?: number): Promise<Order[]>
  /** All orders with a number below `before`, the newest first; for the operator. */
  list(limit: number, before?: number): Promise<Order[]>
  /** Orders that could be paid until before `now` and were not, the longest due first. */
  listUnpaid(now: Date, limit: number): Promise<Order[]>
  /** Unpaid orders that hold goods and were to until before `now`, the longest ago first. */
  listUnproven(now: Date, limit: number): Promise<Order[]>
  /** How many are left of each of these; what was never ordered is not in the answer. */
  stockLeft(declared: Record<string, number>): Promise<Record<string, number>>
}

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
