import type { OrderChange } from './order-store'
import type { NewOrder, Order } from './orders'
import { quantitiesOf } from './refunds'
import { declaredStock, mayReserve, type Stock, shortOf, stockAfter } from './stock'

type WithStock<Made> =
  | { kind: 'short'; left: Record<string, number> }
  | { kind: 'made'; order: Made; stock: Stock[] }

export function beginOrder(
  order: NewOrder,
  known: readonly Stock[],
  declared: Record<string, number>,
): WithStock<Omit<Order, 'number'>> {
  const stock = limitedOf(order, known, declared)
  const left = shortOf(stock, order.lines)
  if (Object.keys(left).length > 0) return { kind: 'short', left }
  const stockTaken = !order.reservedUntil || mayReserve(stock, order.lines)
  const state = 'created' as const
  const made = {
    state,
    stockTaken,
    history: order.history ?? [],
    refunds: [],
    updatedAt: order.createdAt,
  }
  const begun = { ...order, ...made }
  return { kind: 'made', order: begun, stock: stockAfter(stock, undefined, begun) }
}

export function changeOrder(
  order: Order,
  change: OrderChange,
  known: readonly Stock[],
): WithStock<Order> {
  const {
    invoice: _,
    stock,
    declared,
    entitlements: __,
    entitlementsEnd: ___,
    entitlementsGrant: ____,
    booking: _____,
    mails: ______,
    takesBack: _______,
    ...fields
  } = change
  const current = declared ? limitedOf(order, known, declared) : known
  const others = known.filter(({ productId: id }) => !current.some((each) => each.productId === id))
  const all = [...current, ...others]
  if (stock === 'if-left' && !order.stockTaken) {
    const left = shortOf(all, order.lines)
    if (Object.keys(left).length > 0) return { kind: 'short', left }
  }
  const changed: Order = {
    ...order,
    ...fields,
    stockTaken: stock ? stock !== 'back' : order.stockTaken,
  }
  return { kind: 'made', order: changed, stock: stockAfter(all, order, changed) }
}

/** Of its products those that are limited. */
function limitedOf(
  { lines }: Pick<NewOrder, 'lines'>,
  known: readonly Stock[],
  declared: Record<string, number>,
): Stock[] {
  const wanted = quantitiesOf(lines)
  return declaredStock(known, declared).filter(({ productId }) => productId in wanted)
}

/** A new number is taken in the same commit. */
export function needsInvoice(order: Order, { invoice }: OrderChange): boolean {
  return invoice === true && order.invoiceNumber === undefined
}
