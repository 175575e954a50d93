import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Ticket, TicketScope } from '../../domain/tickets'
import { optionalDate, type Row, type Schema } from './schema.server'

/** Who asks, as a condition of the query itself. */
export function within(scope: TicketScope) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) =>
    'secretHash' in scope
      ? column('tickets.secretHash', '=', scope.secretHash)
      : column.and({ 'tickets.deskId': scope.deskId, 'tickets.number': scope.number })
}

export function toTicket(row: Row<Ticket>): Ticket {
  return {
    ...row,
    waitingSince: optionalDate(row.waitingSince),
    firstReplyAt: optionalDate(row.firstReplyAt),
    followUpOf: row.followUpOf ?? undefined,
    keptBy: row.keptBy ?? undefined,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

export async function findTicket(kysely: Kysely<Schema>, scope: TicketScope) {
  const row = await kysely.selectFrom('tickets').selectAll().where(within(scope)).executeTakeFirst()
  return row && toTicket(row)
}
