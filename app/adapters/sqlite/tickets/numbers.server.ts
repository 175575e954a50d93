import { type Kysely, sql } from 'kysely'
import { numbersOf, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const [first, last] = [boundaries[0], boundaries.at(-1)]
      if (!first || !last) return []
      const [begun, answered] = await Promise.all([
        between(kysely, deskId, 'createdAt', first, last),
        between(kysely, deskId, 'firstReplyAt', first, last),
      ])
      return numbersOf(
        boundaries,
        begun.map(([at]) => at),
        answered.map(([at, createdAt]) => ({ at, took: at - createdAt })),
      )
    },
  }
}

/** Both times in one text: a row for each would take longer to hand over. */
async function between(
  kysely: Kysely<Schema>,
  deskId: string,
  time: 'createdAt' | 'firstReplyAt',
  since: Date,
  until: Date,
): Promise<[at: number, createdAt: number][]> {
  const { found } = await kysely
    .selectFrom('tickets')
    .select(sql<string>`json_group_array(json_array(${sql.ref(time)}, created_at))`.as('found'))
    .where('deskId', '=', deskId)
    .where('mergedInto', 'is', null)
    .where('state', '<>', 'held')
    .where(time, '>=', since.getTime())
    .where(time, '<', until.getTime())
    .executeTakeFirstOrThrow()
  return JSON.parse(found)
}
