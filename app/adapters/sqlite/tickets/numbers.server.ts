import { type Kysely, sql } from 'kysely'
import { numbersOf, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { prepared } from '../database/prepared.server'
import type { Schema } from '../database/schema.server'

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const [first, last] = [boundaries[0], boundaries.at(-1)]
      if (!first || !last) return []
      const period = { deskId, since: first.getTime(), until: last.getTime() }
      const [begun, answered] = await Promise.all([
        between(kysely, 'createdAt', period),
        between(kysely, 'firstReplyAt', period),
      ])
      return numbersOf(
        boundaries,
        begun.map(([at]) => at),
        answered.map(([at, createdAt]) => ({ at, took: at - createdAt })),
      )
    },
  }
}

interface Period {
  deskId: string
  since: number
  until: number
}

/** Both times in one text: a row for each would take longer to hand over. */
const timesOf = (time: 'createdAt' | 'firstReplyAt') =>
  prepared((kysely, { deskId, since, until }: Period) =>
    kysely
      .selectFrom('tickets')
      .select(sql<string>`json_group_array(json_array(${sql.ref(time)}, created_at))`.as('found'))
      .where('deskId', '=', deskId)
      .where('mergedInto', 'is', null)
      .where('state', '<>', 'held')
      .where(time, '>=', since)
      .where(time, '<', until),
  )

const times = { createdAt: timesOf('createdAt'), firstReplyAt: timesOf('firstReplyAt') }

async function between(
  kysely: Kysely<Schema>,
  time: keyof typeof times,
  period: Period,
): Promise<[at: number, createdAt: number][]> {
  const [row] = await times[time](kysely, period)
  return row ? JSON.parse(row.found) : []
}
