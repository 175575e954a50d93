import type { Order } from '../../../domain/shop/orders'
import { quantitiesOf } from '../../../domain/shop/refunds'
import { listedAs, type Standing } from '../../../domain/shop/standings'
import type { Stock } from '../../../domain/shop/stock'
import type { OrderRecord, ShopRecord } from '../database/schema'

export const newShop: ShopRecord = { lastOrder: 1_000, lastInvoice: 0, stock: {}, orders: {} }

export function stockOf({ stock }: ShopRecord, { lines }: Pick<Order, 'lines'>): Stock[] {
  const wanted = quantitiesOf(lines)
  return Object.values(stock).filter(({ productId }) => productId in wanted)
}

export function withStock(shop: ShopRecord, changed: readonly Stock[]): ShopRecord {
  const stock = { ...shop.stock }
  for (const each of changed) stock[each.productId] = each
  return { ...shop, stock }
}

/** As lists have an order that is stored: some of earlier versions are due and not yet marked. */
export function standingOf(order: OrderRecord): Standing {
  return order.refundDue === undefined ? order.state : listedAs(order)
}

/** No `before` for a new order, no `after` for an erased one. */
export function countOrder(
  shop: ShopRecord,
  before: OrderRecord | undefined,
  after: OrderRecord | undefined,
): ShopRecord {
  const orders = { ...shop.orders }
  const count = (record: OrderRecord | undefined, by: number) => {
    if (record) orders[standingOf(record)] = (orders[standingOf(record)] ?? 0) + by
  }
  count(before, -1)
  count(after, 1)
  return { ...shop, orders }
}
