import { type Kysely, sql } from 'kysely'
import { type CountName, countChanges } from '../../../domain/tickets/counts'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'

type Counted = Parameters<typeof countChanges>[0]

/** Updates the desk's counts within the transaction that changes, adds or erases a ticket. */
export async function countTicket(
  transaction: Kysely<Schema>,
  deskId: Ticket['deskId'],
  before: Counted,
  after: Counted,
): Promise<void> {
  for (const { kind, key, spelling, by } of countChanges(before, after)) {
    await sql`insert into desk_counts (desk_id, kind, key, spelling, tickets)
      values (${deskId}, ${kind}, ${key}, ${spelling}, ${by})
      on conflict do update set tickets = tickets + excluded.tickets`.execute(transaction)
    if (by > 0) continue
    await transaction
      .deleteFrom('deskCounts')
      .where('deskId', '=', deskId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('spelling', '=', spelling)
      .where('tickets', '=', 0)
      .execute()
  }
}

export function readCounts(kysely: Kysely<Schema>, deskId: string, kind: CountName['kind']) {
  return kysely
    .selectFrom('deskCounts')
    .select(['kind', 'key', 'spelling', 'tickets'])
    .where('deskId', '=', deskId)
    .where('kind', '=', kind)
    .execute()
}
