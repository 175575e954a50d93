import { type Kysely, sql } from 'kysely'
import type { TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'

/** What happened at a desk, counted in SQLite. */
export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const [first, last] = [boundaries[0], boundaries.at(-1)]
      if (!first || !last) return []
      const [begun, answered] = await Promise.all([
        between(kysely, deskId, 'createdAt', first, last),
        between(kysely, deskId, 'firstReplyAt', first, last),
      ])
      return boundaries.slice(1).map((until, index) => {
        const since = boundaries[index] ?? first
        const inside = ({ at }: { at: number }) => at >= since.getTime() && at < until.getTime()
        const replies = answered.filter(inside)
        return {
          since,
          until,
          begun: begun.filter(inside).length,
          answered: replies.length,
          medianFirstReply: median(replies.map(({ at, createdAt }) => at - createdAt)),
        }
      })
    },
  }
}

/** When it happened and when the ticket began, in one text: a row each would take longer to hand over. */
async function between(
  kysely: Kysely<Schema>,
  deskId: string,
  time: 'createdAt' | 'firstReplyAt',
  since: Date,
  until: Date,
): Promise<{ at: number; createdAt: number }[]> {
  const { found } = await kysely
    .selectFrom('tickets')
    .select(sql<string>`json_group_array(json_array(${sql.ref(time)}, created_at))`.as('found'))
    .where('deskId', '=', deskId)
    .where('mergedInto', 'is', null)
    .where('state', '<>', 'held')
    .where(time, '>=', since.getTime())
    .where(time, '<', until.getTime())
    .executeTakeFirstOrThrow()
  const moments: [number, number][] = JSON.parse(found)
  return moments.map(([at, createdAt]) => ({ at, createdAt }))
}

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
