import { sql } from 'kysely'
import { median, periodsBetween, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'

const counted = (deskId: string) =>
  sql`from tickets where desk_id = ${deskId} and merged_into is null and state <> 'held'`

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      // Each period's replies in one value: a row for each would take longer to hand over.
      const { rows } = await sql<{ since: number; begun: number; took: string }>`select since,
          (select count(*) ${counted(deskId)} and created_at >= since and created_at < until) as begun,
          (select json_group_array(first_reply_at - created_at) ${counted(deskId)}
            and first_reply_at >= since and first_reply_at < until
            and first_reply_at > created_at) as took
        from ${periodRows(boundaries)} order by since`.execute(kysely)
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
      const { rows } = await sql<{ begun: number }>`select count(*) as begun ${counted(deskId)}
        and created_at >= ${since.getTime()} and created_at < ${until.getTime()}`.execute(kysely)
      return rows[0]?.begun ?? 0
    },
  }
}

/** The periods between boundaries as a table, in milliseconds. */
export function periodRows(boundaries: readonly Date[]) {
  const times = JSON.stringify(
    periodsBetween(boundaries).map(({ since, until }) => [+since, +until]),
  )
  return sql`(select value ->> 0 as since, value ->> 1 as until from json_each(${times}))`
}
