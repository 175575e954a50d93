import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.server'
import { countOrder } from './order-lists.server'

/** Years after that of the payment for which receipts are kept (§ 147 AO). */
const years = 8

/**
 * Moves an account's paid orders to the table that no page reads, until the retention period ends;
 * deletes the others.
 */
export async function restrictOrders(transaction: Kysely<Schema>, uid: string): Promise<void> {
  const paid = await transaction
    .selectFrom('orders')
    .selectAll()
    .where('uid', '=', uid)
    .where('paidAt', 'is not', null)
    .execute()
  for (const order of paid) {
    // Former links and the account no longer reach the record.
    const { secretHash: _, uid: __, deskId: ___, ...record } = order
    const paidIn = new Date(order.paidAt ?? order.createdAt).getUTCFullYear()
    await transaction
      .insertInto('restrictedOrders')
      .values({
        number: order.number,
        record: JSON.stringify(record),
        keepUntil: Date.UTC(paidIn + years + 1, 0, 1),
      })
      .execute()
  }
  const gone = await transaction
    .deleteFrom('orders')
    .where('uid', '=', uid)
    .returning('state')
    .execute()
  for (const { state } of gone) await countOrder(transaction, state, undefined)
}
