import type { Kysely } from 'kysely'
import { restrictOrder } from '../../../domain/shop/restricted-orders'
import { type Schema, toRow } from '../database/schema.server'
import { countOrder } from './order-lists.server'
import { toOrder } from './order-rows.server'

/** What the law keeps goes to a table that no page reads. */
export async function restrictOrders(transaction: Kysely<Schema>, uid: string): Promise<void> {
  const gone = await transaction
    .deleteFrom('orders')
    .where('uid', '=', uid)
    .returningAll()
    .execute()
  for (const order of gone.map(toOrder)) {
    await countOrder(transaction, order.state, undefined)
    const restricted = restrictOrder(order)
    if (!restricted) continue
    const { number, record, keepUntil } = restricted
    await transaction
      .insertInto('restrictedOrders')
      .values({ number, record: JSON.stringify(toRow(record)), keepUntil: keepUntil.getTime() })
      .execute()
  }
}
