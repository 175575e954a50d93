import { sql } from 'kysely'
import { type ChangedTickets, changedFields } from '../../../domain/letters/plans'
import type { Database } from '../database/database.server'
import { optionalDate } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'
import { readingOfRow } from './rows.server'

export function createChangedTickets({ kysely }: Database): ChangedTickets {
  return {
    /** Desk by desk: no index has the tickets of all desks by their change. */
    async between(from, to, limit, after) {
      const { deskId, updatedAt, id } = after ?? { deskId: '', updatedAt: from, id: '' }
      const at = updatedAt.getTime()
      const rows = await kysely
        .selectFrom('desks')
        .crossJoin('tickets')
        .select(changedFields.map((field) => `tickets.${field}` as const))
        .whereRef('tickets.deskId', '=', 'desks.id')
        .where(isDeskThere('desks.id'))
        .where('desks.id', '>=', deskId)
        .where('updatedAt', '>=', sql<number>`iif(desks.id = ${deskId}, ${at}, ${from.getTime()})`)
        .where('updatedAt', '<', to.getTime())
        .where(({ eb, or }) =>
          or([eb('desks.id', '>', deskId), eb('updatedAt', '>', at), eb('tickets.id', '>', id)]),
        )
        .where('tickets.number', '>', 0)
        .orderBy('desks.id')
        .orderBy('updatedAt')
        .orderBy('tickets.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...row,
        ...readingOfRow(row),
        waitingSince: optionalDate(row.waitingSince),
        firstReplyAt: optionalDate(row.firstReplyAt),
        timerAt: optionalDate(row.timerAt),
        releasedAt: optionalDate(row.releasedAt),
        updatedAt: new Date(row.updatedAt),
      }))
    },
  }
}
