import { sql } from 'kysely'
import { median, periodsBetween, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const counted = sql`from tickets
        where desk_id = ${deskId} and merged_into is null and state <> 'held'`
      // Each period's replies in one text: a row for each would take longer to hand over.
      const { rows } = await sql<{ since: number; until: number; begun: number; took: string }>`
        select since, until,
          (select count(*) ${counted} and created_at >= since and created_at < until) as begun,
          (select json_group_array(first_reply_at - created_at) ${counted}
            and first_reply_at >= since and first_reply_at < until) as took
        from ${periodRows(boundaries)} order by since`.execute(kysely)
      return rows.map(({ since, until, begun, took }) => {
        const replies: number[] = JSON.parse(took)
        return {
          since: new Date(since),
          until: new Date(until),
          begun,
          answered: replies.length,
          medianFirstReply: median(replies),
        }
      })
    },
  }
}

/** The periods between boundaries as a table; times in milliseconds. */
export function periodRows(boundaries: readonly Date[]) {
  const times = periodsBetween(boundaries).map(({ since, until }) => [+since, +until])
  return sql`(select value ->> 0 as since, value ->> 1 as until
    from json_each(${JSON.stringify(times)}))`
}
