import { type Catalogue, findProduct, type Product, shippingTo } from './catalogue'
import { type Cents, shareOut, sharesOf, type VatShare } from './money'

/** A line as the browser keeps it: the price is the one that was shown when it was put in. */
export interface CartLine {
  productId: string
  quantity: number
  price: Cents
}

/** Lies in a signed cookie, and only there. */
export interface Cart {
  lines: CartLine[]
  /** Made once for what is in the cart: however often an order is sent, it is one. */
  checkoutKey: string
}

export const mostLines = 30
export const mostOfOne = 99

/** A line with its product, as it is sold now. */
export interface PricedLine {
  product: Product
  quantity: number
  gross: Cents
}

/** What is other than when it was put in; said aloud, never silently mended. */
export type CartChange =
  | { kind: 'price'; productId: string; before: Cents; now: Cents }
  | { kind: 'fewer'; productId: string; before: number; now: number }
  | { kind: 'gone'; productId: string }

export interface Totals {
  goods: Cents
  /** Undefined while it is not known where to, if anything is shipped. */
  shipping?: Cents
  /** What is to be paid; without shipping while that is not known. */
  gross: Cents
  vat: VatShare[]
}

export interface PricedCart {
  lines: PricedLine[]
  changes: CartChange[]
  /** Something has to be sent. */
  shipped: boolean
  /** Something begins at once and needs consent. */
  digital: boolean
}

/** What is left to sell of a product; undefined is without limit. */
export type StockLeft = (productId: string) => number | undefined

/** The cart at today's prices and stock, and what has changed since it was filled. */
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
    shipped: lines.some(({ product }) => product.shipped),
    digital: lines.some(({ product }) => product.digital),
  }
}

/**
 * What it comes to when it is sent to `country`. Shipping carries the VAT of what is shipped, in
 * proportion, as an ancillary supply does (Abschn. 3.10 UStAE).
 */
export function totalsOf(
  cart: Pick<PricedCart, 'lines' | 'shipped'>,
  catalogue: Catalogue,
  country: string | undefined,
): Totals {
  const goods = cart.lines.reduce((sum, { gross }) => sum + gross, 0)
  const sent = cart.lines.filter(({ product }) => product.shipped)
  const shipping = cart.shipped ? shippingCost(sent, catalogue, country) : 0
  const parts = shareOut(
    shipping ?? 0,
    sent.map(({ gross }) => gross),
  )
  const amounts = [
    ...cart.lines.map(({ product, gross }) => ({ rate: product.vatRate, gross })),
    ...sent.map(({ product }, place) => ({ rate: product.vatRate, gross: parts[place] ?? 0 })),
  ]
  return {
    goods,
    shipping,
    gross: goods + (shipping ?? 0),
    vat: catalogue.smallBusiness ? [] : sharesOf(amounts),
  }
}

function shippingCost(sent: PricedLine[], catalogue: Catalogue, country: string | undefined) {
  const rate = country === undefined ? undefined : shippingTo(catalogue, country)
  if (!rate) return undefined
  const sum = sent.reduce((total, { gross }) => total + gross, 0)
  return rate.freeFrom !== undefined && sum >= rate.freeFrom ? 0 : rate.price
}
