import { sql } from 'kysely'
import type { TicketHistory, TicketLink } from '../../../domain/tickets/history'
import type { Database } from '../database/database.server'
import { within } from './rows.server'

export function createTicketHistory({ kysely }: Database): TicketHistory {
  return {
    async entries(scope, limit) {
      const asked = kysely.selectFrom('tickets').select('tickets.id').where(within(scope))
      const rows = await kysely
        .selectFrom('ticketHistory')
        .innerJoin('tickets', 'tickets.id', 'ticketHistory.ticketId')
        .select(['tickets.number', 'at', 'actor', 'kind', 'detail'])
        .where(({ eb, or }) =>
          or([eb('tickets.id', '=', asked), eb('tickets.mergedInto', '=', asked)]),
        )
        .orderBy('at', 'desc')
        .orderBy('ticketHistory.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, at: new Date(row.at) })).reverse()
    },

    async links(scope) {
      const asked = kysely.selectFrom('tickets').select('tickets.id').where(within(scope))
      const origin = kysely.selectFrom('tickets').select('followUpOf').where(within(scope))
      const linked = kysely
        .selectFrom('tickets')
        .select(['number', 'state', 'title'])
        // The + keeps SQLite off the desk's number index: few of its tickets are relatives.
        .where(sql<string>`+desk_id`, '=', scope.deskId)
        .orderBy('number')
      const [followUpOf]: TicketLink[] = await linked.where('id', '=', origin).execute()
      return {
        followUpOf,
        followUps: await linked.where('followUpOf', '=', asked).execute(),
        mergedFrom: await linked.where('mergedInto', '=', asked).execute(),
      }
    },
  }
}
