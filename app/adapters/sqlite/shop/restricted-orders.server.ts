import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.server'
import { countOrder } from './order-lists.server'

/** Years after the one of the payment for which receipts are kept (§ 147 AO). */
const years = 8

/**
 * Takes an account's orders away with it. Those that were paid go to the table that no page reads,
 * until the law lets them go; the others are gone.
 */
export async function restrictOrders(transaction: Kysely<Schema>, uid: string): Promise<void> {
  const paid = await transaction
    .selectFrom('orders')
    .selectAll()
    .where('uid', '=', uid)
    .where('paidAt', 'is not', null)
    .execute()
  for (const order of paid) {
    // Whoever had the link or the account is to reach it no more.
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
