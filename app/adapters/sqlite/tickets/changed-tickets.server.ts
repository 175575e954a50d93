import { sql } from 'kysely'
import { type ChangedTickets, changedFields } from '../../../domain/letters/plans'
import type { Database } from '../database/database.server'
import { prepared } from '../database/prepared.server'
import { optionalDate } from '../database/schema.server'
import { isDeskThere } from '../database/visible.server'

interface Asked extends Record<'from' | 'to' | 'at' | 'limit', number> {
  deskId: string
  id: string
}

/** Desk by desk: no index has the tickets of all desks by their change. */
const changed = prepared((kysely, { from, to, deskId, at, id, limit }: Asked) =>
  kysely
    .selectFrom('desks')
    .crossJoin('tickets')
    .select(changedFields.map((field) => `tickets.${field}` as const))
    .whereRef('tickets.deskId', '=', 'desks.id')
    .where(isDeskThere('desks.id'))
    .where('desks.id', '>=', deskId)
    .where('updatedAt', '>=', sql<number>`iif(desks.id = ${deskId}, ${at}, ${from})`)
    .where('updatedAt', '<', to)
    .where(({ eb, or }) =>
      or([eb('desks.id', '>', deskId), eb('updatedAt', '>', at), eb('tickets.id', '>', id)]),
    )
    .where('tickets.number', '>', 0)
    .orderBy('desks.id')
    .orderBy('updatedAt')
    .orderBy('tickets.id')
    .limit(sql<number>`${limit}`),
)

export function createChangedTickets({ kysely }: Database): ChangedTickets {
  return {
    async between(from, to, limit, after) {
      const { deskId, updatedAt, id } = after ?? { deskId: '', updatedAt: from, id: '' }
      const times = { from: from.getTime(), to: to.getTime(), at: updatedAt.getTime() }
      const rows = await changed(kysely, { ...times, deskId, id, limit })
      return rows.map((row) => ({
        ...row,
        waitingSince: optionalDate(row.waitingSince),
        firstReplyAt: optionalDate(row.firstReplyAt),
        timerAt: optionalDate(row.timerAt),
        updatedAt: new Date(row.updatedAt),
      }))
    },
  }
}
