import { newId } from '../text/ids'
import { lastMomentAt } from '../time/zones'
import type { PricedCart, Totals } from './carts'
import type { Catalogue } from './catalogue'
import { type NewOrder, type OrderLine, shopTimeZone } from './orders'
import { timeoutMs } from './payments'

type Buyer = Pick<
  NewOrder,
  | 'email'
  | 'address'
  | 'pickup'
  | 'billing'
  | 'vatId'
  | 'note'
  | 'payment'
  | 'language'
  | 'uid'
  | 'deskId'
>

export interface Checkout {
  cart: PricedCart
  totals: Totals
  catalogue: Catalogue
  checkoutKey: string
  secretHash: string
  termsVersion: string
}

/** Copies, which later changes of the catalogue do not reach. */
export function orderLines({ lines }: Pick<PricedCart, 'lines'>): OrderLine[] {
  return lines.map(({ product, quantity, gross }) => ({
    productId: product.id,
    kind: product.kind,
    title: product.title,
    summary: product.summary,
    quantity,
    price: product.price,
    gross,
    vatRate: product.vatRate,
    interval: product.interval,
    shipped: product.delivery !== 'none',
    digital: product.digital,
    deliveryTime: product.deliveryTime,
    lent: product.lent,
    grants: product.grants,
  }))
}

/** Whether it contains something for a desk, whose owner must then be signed in. */
export function needsDesk({ lines }: Pick<PricedCart, 'lines'>): boolean {
  return lines.some(({ product: { kind } }) => kind === 'plan' || kind === 'addon')
}

/** Throws if the shipping cost is unknown. */
export function newOrder(
  { cart, totals, catalogue, checkoutKey, secretHash, termsVersion }: Checkout,
  buyer: Buyer,
  now: Date,
): NewOrder {
  const { goods, shipping, gross, vat } = totals
  if (shipping === undefined) throw new Error('An order is sent nowhere')
  return {
    id: newId(now),
    checkoutKey,
    secretHash,
    language: buyer.language,
    email: buyer.email,
    address: buyer.address,
    pickup: buyer.pickup,
    billing: buyer.billing,
    vatId: buyer.vatId,
    note: buyer.note,
    lines: orderLines(cart),
    goods,
    shipping,
    gross,
    vat,
    currency: catalogue.currency,
    smallBusiness: catalogue.smallBusiness,
    payment: buyer.payment,
    uid: buyer.uid,
    deskId: buyer.deskId,
    termsVersion,
    acceptedAt: now,
    digitalConsentAt: cart.digital ? now : undefined,
    payableUntil: payableUntil(buyer, now),
    createdAt: now,
  }
}

/** What is paid on pick-up has its time from the chosen day on, which may be months off. */
function payableUntil({ payment, pickup }: Buyer, now: Date): Date {
  const day = payment === 'on-pickup' ? pickup?.day : undefined
  const begins = day ? lastMomentAt(shopTimeZone, Date.parse(day)) : 0
  return new Date(Math.max(now.getTime(), begins) + timeoutMs[payment])
}
