import { type Kysely, sql } from 'kysely'
import type { Erased } from '../../domain/accounts'
import { restrictOrders } from './restricted-orders.server'
import type { Schema } from './schema.server'

/** Removes an account's rows, those first that refer to others. Messages go with their tickets. */
export async function eraseAccount(transaction: Kysely<Schema>, uid: string): Promise<Erased> {
  const sessions = await transaction
    .deleteFrom('sessions')
    .where('uid', '=', uid)
    .returning('idHash')
    .execute()
  const tickets = await transaction
    .deleteFrom('tickets')
    .where('deskId', 'in', (desks) =>
      desks.selectFrom('desks').select('id').where('ownerUid', '=', uid),
    )
    .returning(['id', 'deskId', 'number'])
    .execute()
  await restrictOrders(transaction, uid)
  await transaction.deleteFrom('desks').where('ownerUid', '=', uid).execute()
  await transaction.deleteFrom('accounts').where('uid', '=', uid).execute()
  return { sessionIds: sessions.map(({ idHash }) => idHash), tickets }
}

/**
 * Writes the whole file anew and empties the log. What is deleted is overwritten where it lay, but
 * SQLite leaves pieces of rows behind that it once moved from page to page; only this removes them.
 * Throws if another process keeps the log open.
 */
export async function rewrite(kysely: Kysely<Schema>): Promise<void> {
  await sql`vacuum`.execute(kysely)
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(kysely)
  if (rows[0]?.busy !== 0) throw new Error('The log of the database is in use; try again later.')
}
