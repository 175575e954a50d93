import { type Cart, type CartLine, mostLines, mostOfOne, priceCart } from './carts'
import { findProduct } from './catalogue'
import { isGiven, type Shelf } from './shelf'

type CartChanged =
  | { kind: 'changed'; cart: Cart; replaced?: string }
  /** Unknown, or free for everybody. */
  | { kind: 'unknown' }
  /** Not a whole number from 1 to `most`. */
  | { kind: 'quantity'; most: number }
  /** Pieces left in all, and those already in the cart. */
  | { kind: 'short'; left: number; already: number }
  | { kind: 'full' }

export const emptyCart: Cart = { lines: [], checkoutKey: '' }

/** A plan replaces another (`replaced`). `newKey` is used if the cart's content changes. */
export function putIn(
  cart: Cart,
  productId: string,
  quantity: number,
  shelf: Shelf,
  newKey: string,
): CartChanged {
  const product = findProduct(shelf.catalogue, productId)
  if (!product || isGiven(product)) return { kind: 'unknown' }
  const isOtherPlan = (line: CartLine) =>
    product.kind === 'plan' &&
    line.productId !== productId &&
    findProduct(shelf.catalogue, line.productId)?.kind === 'plan'
  const current = asSoldNow(cart, shelf)
  const replaced = current.find(isOtherPlan)?.productId
  const lines = current.filter((line) => !isOtherPlan(line))
  const already = lines.find((line) => line.productId === productId)?.quantity ?? 0
  const wanted = product.kind === 'plan' ? 1 : already + quantity
  // What is typed is a count itself, whatever it adds to.
  const counted = quantity >= 1 ? wanted : quantity
  const refused = refusal(counted, already, shelf.left(productId))
  if (refused) return refused
  if (already === 0 && lines.length >= mostLines) return { kind: 'full' }
  const line = { productId, quantity: wanted, price: product.price }
  const filled = already
    ? lines.map((each) => (each.productId === productId ? line : each))
    : [...lines, line]
  return { kind: 'changed', cart: withLines(cart, filled, newKey), replaced }
}

export function changeQuantity(
  cart: Cart,
  productId: string,
  quantity: number,
  shelf: Shelf,
  newKey: string,
): CartChanged {
  const product = findProduct(shelf.catalogue, productId)
  const lines = asSoldNow(cart, shelf)
  if (!product || !lines.some((line) => line.productId === productId)) return { kind: 'unknown' }
  const wanted = product.kind === 'plan' ? 1 : quantity
  const refused = refusal(wanted, 0, shelf.left(productId))
  if (refused) return refused
  const changed = lines.map((line) =>
    line.productId === productId ? { ...line, quantity: wanted } : line,
  )
  return { kind: 'changed', cart: withLines(cart, changed, newKey) }
}

export type Refused = Exclude<CartChanged, { kind: 'changed' }>

export interface QuantitiesChanged {
  cart: Cart
  /** The products that have another quantity. */
  changed: string[]
  refused: Map<string, Refused>
}

/** Several at once; what is refused stays and is named. Unchanged, the cart keeps its key. */
export function changeQuantities(
  cart: Cart,
  wanted: (productId: string) => number | undefined,
  shelf: Shelf,
  newKey: string,
): QuantitiesChanged {
  const refused = new Map<string, Refused>()
  const changed: string[] = []
  let now = cart
  for (const { productId, quantity } of asSoldNow(cart, shelf)) {
    const count = wanted(productId) ?? quantity
    if (count === quantity) continue
    const one = changeQuantity(now, productId, count, shelf, newKey)
    if (one.kind === 'changed') {
      now = one.cart
      changed.push(productId)
    } else refused.set(productId, one)
  }
  return { cart: now, changed, refused }
}

export function removeProduct(cart: Cart, productId: string, shelf: Shelf, newKey: string): Cart {
  const lines = asSoldNow(cart, shelf).filter((line) => line.productId !== productId)
  return withLines(cart, lines, newKey)
}

/** Today's prices and stock: changing a cart acknowledges them. */
function asSoldNow(cart: Cart, { catalogue, left }: Shelf): CartLine[] {
  return priceCart(cart, catalogue, left).lines.map(({ product: { id, price }, quantity }) => ({
    productId: id,
    quantity,
    price,
  }))
}

/** Unchanged lines keep their key, so that a resent order counts once. */
function withLines(cart: Cart, lines: CartLine[], newKey: string): Cart {
  const same = JSON.stringify(lines) === JSON.stringify(cart.lines)
  return { ...cart, lines, checkoutKey: same ? cart.checkoutKey : newKey }
}

/** A cart whose plan is for this desk; as for a changed one, an order of it is another order. */
export function forDesk(cart: Cart, deskId: string, newKey: string): Cart {
  return cart.deskId === deskId ? cart : { ...cart, deskId, checkoutKey: newKey }
}

function refusal(
  wanted: number,
  already: number,
  left = Number.POSITIVE_INFINITY,
): Refused | undefined {
  const most = Math.min(left, mostOfOne)
  const isCount = Number.isInteger(wanted) && wanted >= 1
  if (isCount && wanted <= most) return undefined
  const isShort = (isCount || left < 1) && left <= mostOfOne
  return isShort ? { kind: 'short', left, already } : { kind: 'quantity', most }
}
