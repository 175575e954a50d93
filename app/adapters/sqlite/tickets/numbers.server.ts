import { sql } from 'kysely'
import { median, periodsBetween, type TicketNumbers } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { prepared } from '../database/prepared.server'

interface Row {
  since: number
  until: number
  begun: number
  took: string
}

const inPeriods = prepared((_, { deskId, times }: { deskId: string; times: string }) => {
  const counted = sql`from tickets
    where desk_id = ${deskId} and merged_into is null and state <> 'held'`
  // Each period's replies in one text: a row for each would take longer to hand over.
  return sql<Row>`select since, until,
      (select count(*) ${counted} and created_at >= since and created_at < until) as begun,
      (select json_group_array(first_reply_at - created_at) ${counted}
        and first_reply_at >= since and first_reply_at < until) as took
    from ${periodRows(times)} order by since`
})

export function createTicketNumbers({ kysely }: Database): TicketNumbers {
  return {
    async periods(deskId, boundaries) {
      const rows = await inPeriods(kysely, { deskId, times: timesOf(boundaries) })
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

/** For `periodRows`, in milliseconds. */
export function timesOf(boundaries: readonly Date[]): string {
  return JSON.stringify(periodsBetween(boundaries).map(({ since, until }) => [+since, +until]))
}

/** The periods between boundaries as a table. */
export function periodRows(times: string) {
  return sql`(select value ->> 0 as since, value ->> 1 as until from json_each(${times}))`
}
