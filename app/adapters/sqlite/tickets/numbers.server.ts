import { sql } from 'kysely'
import { median, periodsBetween, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { prepared, preparedOne } from '../database/prepared.server'

const counted = (deskId: string) =>
  sql`from tickets where desk_id = ${deskId} and merged_into is null and state <> 'held'`

const inPeriods = prepared((_, { deskId, times }: { deskId: string; times: string }) => {
  // Each period's replies in one text: a row for each would take longer to hand over.
  return sql<{ since: number; begun: number; took: string }>`select since,
      (select count(*) ${counted(deskId)} and created_at >= since and created_at < until) as begun,
      (select json_group_array(first_reply_at - created_at) ${counted(deskId)}
        and first_reply_at >= since and first_reply_at < until) as took
    from ${periodRows(times)} order by since`
})

type Period = Record<'since' | 'until', number> & { deskId: string }

const within = preparedOne((_, { deskId, since, until }: Period) => ({
  limit: (rows) => sql<{ begun: number }>`select count(*) as begun ${counted(deskId)}
    and created_at >= ${since} and created_at < ${until} limit ${rows}`,
}))

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const rows = await inPeriods(kysely, { deskId, times: timesOf(boundaries) })
      return rows.map(({ since, begun, took }) => {
        const replies: number[] = JSON.parse(took)
        return {
          since: new Date(since),
          begun,
          answered: replies.length,
          medianFirstReply: median(replies),
        }
      })
    },

    async begun(deskId, since, until) {
      const row = await within(kysely, { deskId, since: since.getTime(), until: until.getTime() })
      return row?.begun ?? 0
    },
  }
}

/** For `periodRows`, in milliseconds. */
export function timesOf(boundaries: readonly Date[]): string {
  return JSON.stringify(periodsBetween(boundaries).map(({ since, until }) => [+since, +until]))
}

/** The periods between boundaries as a table. */
export function periodRows(times: string) {
  return sql`(select value ->> 0 as since, value ->> 1 as until from json_each(${times}))`
}
