import { type Kysely, sql } from 'kysely'
import type { TicketHistory, TicketLink } from '../../../domain/tickets/history'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { within } from './rows.server'

/** Lines among which a form is looked for that is sent again. */
const lastLines = 200

export async function isDoneBy(
  transaction: Kysely<Schema>,
  { id }: Pick<Ticket, 'id'>,
  form: string,
): Promise<boolean> {
  const lines = await transaction
    .selectFrom('ticketHistory')
    .select('form')
    .where('ticketId', '=', id)
    .orderBy('at', 'desc')
    .limit(lastLines)
    .execute()
  return lines.some((line) => line.form === form)
}

export function toEntry({
  form,
  byUid,
  ...row
}: Omit<Schema['ticketHistory'], 'id' | 'ticketId'>): NewHistoryEntry {
  return { ...row, at: new Date(row.at), ...(form && { form }), ...(byUid && { byUid }) }
}

export function createTicketHistory({ kysely }: Database): TicketHistory {
  return {
    async entries(scope, limit) {
      const asked = kysely.selectFrom('tickets').select('tickets.id').where(within(scope))
      const rows = await kysely
        .selectFrom('ticketHistory')
        .innerJoin('tickets', 'tickets.id', 'ticketHistory.ticketId')
        .select(['tickets.number', 'at', 'actor', 'kind', 'detail', 'form', 'byUid'])
        .where(({ eb, or }) =>
          or([eb('tickets.id', '=', asked), eb('tickets.mergedInto', '=', asked)]),
        )
        .orderBy('at', 'desc')
        .orderBy('ticketHistory.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ number, ...row }) => ({ number, ...toEntry(row) })).reverse()
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
      const merged = linked.select(['subject', 'createdAt']).where('mergedInto', '=', asked)
      return {
        followUpOf,
        followUps: await linked.where('followUpOf', '=', asked).execute(),
        mergedFrom: (await merged.execute()).map(({ subject, createdAt, ...link }) => ({
          ...link,
          ...(subject && { subject }),
          createdAt: new Date(createdAt),
        })),
      }
    },
  }
}
