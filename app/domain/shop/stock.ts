import { unprovenMost } from './order-reservations'
import type { Order, OrderLine } from './orders'
import { heldPieces, type Pieces, quantitiesOf } from './refunds'

/** What there is of a product that runs out. */
export interface Stock {
  productId: string
  /** How many there are in all, as the catalogue said when it was last asked. */
  declared: number
  /** How many of them no order holds; below 0 where money came in for more. */
  left: number
  /** How many are held by orders of which nothing shows whose they are. */
  reserved: number
}

/**
 * Returns the stock of what is declared, with the catalogue's figures taken over: a later, other one
 * moves what is left by the difference.
 */
export function declaredStock(known: readonly Stock[], declared: Record<string, number>): Stock[] {
  return Object.entries(declared).map(([productId, figure]) => {
    const there = known.find((stock) => stock.productId === productId)
    const { left, reserved } = there ?? { left: 0, reserved: 0 }
    return { productId, declared: figure, left: left + figure - (there?.declared ?? 0), reserved }
  })
}

/** Returns how many are left of what there is too little of; nothing where there is enough. */
export function shortOf(
  stock: readonly Stock[],
  lines: readonly OrderLine[],
): Record<string, number> {
  const wanted = quantitiesOf(lines)
  const short = stock.filter(({ productId, left }) => {
    const quantity = wanted[productId]
    return quantity !== undefined && left < quantity
  })
  return leftOf(short)
}

/** Returns how many are left of each, 0 where more were sold. */
export function leftOf(stock: readonly Stock[]): Record<string, number> {
  return Object.fromEntries(stock.map(({ productId, left }) => [productId, Math.max(0, left)]))
}

/** Whether an order without proof may hold these lines beside those that others of its sort hold. */
export function mayReserve(stock: readonly Stock[], lines: readonly OrderLine[]): boolean {
  const wanted = quantitiesOf(lines)
  return stock.every(({ productId, declared, reserved }) => {
    const quantity = wanted[productId]
    return quantity === undefined || reserved + quantity <= unprovenMost(declared)
  })
}

type Holding = Pick<Order, 'lines' | 'refunds' | 'stockTaken' | 'reservedUntil'>

/** Returns the stock once an order holds something else than before, or holds something as it comes. */
export function stockAfter(
  stock: readonly Stock[],
  before: Holding | undefined,
  after: Holding,
): Stock[] {
  const held = (holding: Holding | undefined): Pieces => (holding ? heldPieces(holding) : {})
  const reserved = (holding: Holding | undefined) => (holding?.reservedUntil ? held(holding) : {})
  const more = (id: string, of: (holding: Holding | undefined) => Pieces) =>
    (of(after)[id] ?? 0) - (of(before)[id] ?? 0)
  return stock.map((each) => ({
    ...each,
    left: each.left - more(each.productId, held),
    reserved: each.reserved + more(each.productId, reserved),
  }))
}
