import { sql } from 'kysely'
import { type ChangedTickets, changedFields } from '../../../domain/letters/plans'
import type { Database } from '../database/database.server'
import { prepared } from '../database/prepared.server'
import { optionalDate } from '../database/schema.server'
import { isDeskThere } from '../database/visible.server'

const changed = prepared(
  (kysely, { at, id, to, limit }: { at: number; id: string; to: number; limit: number }) =>
    kysely
      .selectFrom('tickets')
      .select(changedFields)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('updatedAt', 'id'), '>', tuple(at, id)))
      .where('updatedAt', '<', to)
      .where('number', '>', 0)
      .where(isDeskThere('tickets.deskId'))
      .orderBy('updatedAt')
      .orderBy('id')
      .limit(sql<number>`${limit}`),
)

export function createChangedTickets({ kysely }: Database): ChangedTickets {
  return {
    async between(from, to, limit, after) {
      const { updatedAt: at, id } = after ?? { updatedAt: from, id: '' }
      const rows = await changed(kysely, { at: at.getTime(), id, to: to.getTime(), limit })
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
