import {
  type Catalogue,
  findProduct,
  type Product,
  type ProductDelivery,
  shippingTo,
  type Texts,
} from './catalogue'
import { type Cents, shareOut, sharesOf, type VatShare } from './money'

/** The price is the one shown when it was added. */
export interface CartLine {
  productId: string
  quantity: number
  price: Cents
}

/** Kept in a signed cookie only. */
export interface Cart {
  lines: CartLine[]
  /** Made once per content, so that an order sent twice counts once. */
  checkoutKey: string
  /** The desk from whose settings something was added: a plan is for it. */
  deskId?: string
}

export const mostLines = 30
export const mostOfOne = 99

export interface PricedLine {
  product: Product
  quantity: number
  gross: Cents
}

/** Shown to the customer, never corrected silently. */
export type CartChange =
  | { kind: 'price'; productId: string; before: Cents; now: Cents }
  | { kind: 'fewer'; productId: string; before: number; now: number }
  | { kind: 'gone'; productId: string }

export interface Totals {
  goods: Cents
  /** Undefined while something is sent and the destination is unknown. */
  shipping?: Cents
  /** Without shipping while that is unknown. */
  gross: Cents
  vat: VatShare[]
}

export interface PricedCart {
  lines: PricedLine[]
  changes: CartChange[]
  /** Of the whole cart: with one product that is only picked up, all are. */
  delivery: ProductDelivery
  digital: boolean
}

/** Stands where a country would: the order is picked up. */
export const pickup = 'pickup'

/** Undefined is unlimited. */
export type StockLeft = (productId: string) => number | undefined

/** Today's prices and stock, and what changed since the cart was filled. */
export function priceCart(cart: Cart, catalogue: Catalogue, left: StockLeft): PricedCart {
  const lines: PricedLine[] = []
  const changes: CartChange[] = []
  for (const { productId, quantity, price } of cart.lines) {
    const product = findProduct(catalogue, productId)
    const available = product ? Math.min(left(productId) ?? mostOfOne, mostOfOne) : 0
    if (!product || available < 1) {
      changes.push({ kind: 'gone', productId })
      continue
    }
    const now = Math.min(quantity, available)
    if (now < quantity) changes.push({ kind: 'fewer', productId, before: quantity, now })
    if (product.price !== price) {
      changes.push({ kind: 'price', productId, before: price, now: product.price })
    }
    lines.push({ product, quantity: now, gross: product.price * now })
  }
  return {
    lines,
    changes,
    delivery: deliveryOf(lines),
    digital: lines.some(({ product }) => product.digital),
  }
}

function deliveryOf(lines: readonly PricedLine[]): ProductDelivery {
  const asked = new Set(lines.map(({ product }) => product.delivery))
  if (asked.has('pickup')) return 'pickup'
  return asked.has('shipping') ? 'shipping' : 'none'
}

/** Titles of products that are only picked up, if because of them others are not shipped. */
export function onlyPickup(
  { lines }: Pick<PricedCart, 'lines'>,
  { shipping }: Pick<Catalogue, 'shipping'>,
): Texts[] {
  const wouldBeSent = lines.some(({ product }) => product.delivery === 'shipping')
  if (!wouldBeSent || shipping.length === 0) return []
  return lines.flatMap(({ product }) => (product.delivery === 'pickup' ? product.title : []))
}

/**
 * `destination` is a country (ISO 3166-1 alpha-2) or `pickup`. Shipping has the VAT of the shipped goods in
 * proportion (Abschn. 3.10 UStAE).
 */
export function totalsOf(
  cart: Pick<PricedCart, 'lines' | 'delivery'>,
  catalogue: Catalogue,
  destination: string | undefined,
): Totals {
  const goods = cart.lines.reduce((sum, { gross }) => sum + gross, 0)
  const sent = cart.lines.filter(({ product }) => product.delivery !== 'none')
  const shipping = cart.delivery === 'shipping' ? shippingCost(sent, catalogue, destination) : 0
  const parts = shareOut(
    shipping ?? 0,
    sent.map(({ gross }) => gross),
  )
  const amounts = [
    ...cart.lines.map(({ product, gross }) => ({ rate: product.vatRate, gross })),
    ...sent.map(({ product }, index) => ({ rate: product.vatRate, gross: parts[index] ?? 0 })),
  ]
  return {
    goods,
    shipping,
    gross: goods + (shipping ?? 0),
    vat: catalogue.smallBusiness ? [] : sharesOf(amounts),
  }
}

function shippingCost(sent: PricedLine[], catalogue: Catalogue, destination: string | undefined) {
  if (destination === pickup) return 0
  const rate = destination === undefined ? undefined : shippingTo(catalogue, destination)
  if (!rate) return undefined
  const sum = sent.reduce((total, { gross }) => total + gross, 0)
  return rate.freeFrom !== undefined && sum >= rate.freeFrom ? 0 : rate.price
}
