import { unprovenMost } from './order-reservations'
import type { Order, OrderLine } from './orders'
import { heldPieces, type Pieces, quantitiesOf } from './refunds'

export interface Stock {
  productId: string
  declared: number
  /** Not held by orders; below 0 where more was paid for. */
  left: number
  reserved: number
}

/** Takes over the catalogue's figures: a change moves the remaining stock by the difference. */
export function declaredStock(known: readonly Stock[], declared: Record<string, number>): Stock[] {
  return Object.entries(declared).map(([productId, figure]) => {
    const there = known.find((stock) => stock.productId === productId)
    const { left, reserved } = there ?? { left: 0, reserved: 0 }
    return { productId, declared: figure, left: left + figure - (there?.declared ?? 0), reserved }
  })
}

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

/** At least 0. */
export function leftOf(stock: readonly Stock[]): Record<string, number> {
  return Object.fromEntries(stock.map(({ productId, left }) => [productId, Math.max(0, left)]))
}

/** Beside what other unproven orders hold. */
export function mayReserve(stock: readonly Stock[], lines: readonly OrderLine[]): boolean {
  const wanted = quantitiesOf(lines)
  return stock.every(({ productId, declared, reserved }) => {
    const quantity = wanted[productId]
    return quantity === undefined || reserved + quantity <= unprovenMost(declared)
  })
}

const none = quantitiesOf([])

type Holding = Pick<Order, 'lines' | 'refunds' | 'stockTaken' | 'reservedUntil'>

export function stockAfter(
  stock: readonly Stock[],
  before: Holding | undefined,
  after: Holding,
): Stock[] {
  const held = (holding: Holding | undefined): Pieces => (holding ? heldPieces(holding) : none)
  const reserved = (holding: Holding | undefined) => (holding?.reservedUntil ? held(holding) : none)
  const more = (id: string, of: (holding: Holding | undefined) => Pieces) =>
    (of(after)[id] ?? 0) - (of(before)[id] ?? 0)
  return stock.map((each) => ({
    ...each,
    left: each.left - more(each.productId, held),
    reserved: each.reserved + more(each.productId, reserved),
  }))
}

/** By which `wanted` are left; pieces sold since `shown` stay sold. `held`: while unlimited. */
export function declaredFor(
  declared: number | undefined,
  wanted: number,
  shown: number | undefined,
  held: number,
): number {
  if (declared === undefined || shown === undefined) return Math.max(0, wanted + held)
  return Math.max(0, declared + wanted - shown)
}
