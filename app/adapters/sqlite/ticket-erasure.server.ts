import type { Kysely } from 'kysely'
import type { ErasedTicket, TicketErasure } from '../../domain/ticket-erasure'
import type { Database } from './database.server'
import type { Schema } from './schema.server'
import { countTicket } from './ticket-counts.server'
import { toTicket, within } from './ticket-rows.server'

/** Erasing tickets in SQLite; what hangs on a ticket goes with its row. */
export function createTicketErasure({ kysely }: Database): TicketErasure {
  return {
    erase: (scope) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await transaction
          .selectFrom('tickets')
          .select('tickets.id')
          .where(within(scope))
          .executeTakeFirst()
        return ticket ? remove(transaction, ticket.id) : []
      }),

    eraseOlder: (deskId, before, limit) =>
      kysely.transaction().execute(async (transaction) => {
        const tickets = await transaction
          .selectFrom('tickets')
          .select('id')
          .where('deskId', '=', deskId)
          .where('mergedInto', 'is', null)
          .where('updatedAt', '<', before.getTime())
          .where(({ eb, or }) =>
            or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<', before.getTime())]),
          )
          .orderBy('updatedAt')
          .orderBy('id')
          .limit(limit)
          .execute()
        const erased: ErasedTicket[] = []
        for (const { id } of tickets) erased.push(...(await remove(transaction, id)))
        return erased
      }),
  }
}

async function remove(transaction: Kysely<Schema>, id: string): Promise<ErasedTicket[]> {
  const ticketRow = await transaction
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!ticketRow) return []
  await countTicket(transaction, ticketRow.deskId, toTicket(ticketRow), undefined)
  const merged = await transaction
    .deleteFrom('tickets')
    .where('mergedInto', '=', id)
    .returning(['id', 'deskId', 'number'])
    .execute()
  const ticket = await transaction
    .deleteFrom('tickets')
    .where('id', '=', id)
    .returning(['id', 'deskId', 'number'])
    .execute()
  return [...ticket, ...merged]
}
