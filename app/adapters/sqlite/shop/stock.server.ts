import type { Kysely } from 'kysely'
import type { OrderLine } from '../../../domain/shop/orders'
import { quantitiesOf } from '../../../domain/shop/refunds'
import type { Stock } from '../../../domain/shop/stock'
import type { Schema } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'

export function readStock(kysely: Kysely<Schema>, productIds: readonly string[]): Promise<Stock[]> {
  return kysely
    .selectFrom('stock')
    .selectAll()
    .where('productId', 'in', anyOf(productIds))
    .execute()
}

export function readStockOf(kysely: Kysely<Schema>, lines: readonly OrderLine[]): Promise<Stock[]> {
  return readStock(kysely, Object.keys(quantitiesOf(lines)))
}

export async function writeStock(transaction: Kysely<Schema>, stock: readonly Stock[]) {
  for (const { productId, ...figures } of stock) {
    await transaction
      .insertInto('stock')
      .values({ productId, ...figures })
      .onConflict((conflict) => conflict.column('productId').doUpdateSet(figures))
      .execute()
  }
}
