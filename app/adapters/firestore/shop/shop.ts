import type { OrderState } from '../../../domain/shop/order-states'
import type { Order } from '../../../domain/shop/orders'
import { quantitiesOf } from '../../../domain/shop/refunds'
import type { Stock } from '../../../domain/shop/stock'
import type { ShopRecord } from '../database/schema'

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

/** No `before` for a new order, no `after` for an erased one. */
export function countOrder(
  shop: ShopRecord,
  before: OrderState | undefined,
  after: OrderState | undefined,
): ShopRecord {
  const orders = { ...shop.orders }
  if (before) orders[before] = (orders[before] ?? 0) - 1
  if (after) orders[after] = (orders[after] ?? 0) + 1
  return { ...shop, orders }
}
