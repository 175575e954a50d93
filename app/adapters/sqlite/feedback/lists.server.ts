import { type Kysely, sql } from 'kysely'
import type {
  FeedbackFilter,
  FeedbackKind,
  FeedbackPage,
  Tally,
} from '../../../domain/feedback/feedback'
import { ratings } from '../../../domain/feedback/ratings'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import type { Schema } from '../database/schema.server'
import { periodRows } from '../tickets/numbers.server'
import { matchingFeedback, toFeedback } from './rows.server'

/** All lists share one order, so that a cursor of one is valid in another. */
const list = 'feedback'

const day = 24 * 3_600_000

export async function listFeedback(
  kysely: Kysely<Schema>,
  deskId: string,
  filter: FeedbackFilter,
  limit: number,
  after: string | undefined,
): Promise<FeedbackPage> {
  const cursor = readCursor(after, list)
  let query = kysely.selectFrom('feedback').selectAll().where(matchingFeedback(deskId, filter))
  if (cursor) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('createdAt', 'id'), '<', tuple(cursor.time, cursor.id)),
    )
  }
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const feedback = rows.slice(0, limit).map(toFeedback)
  const last = rows.length > limit ? feedback.at(-1) : undefined
  return { feedback, next: last && writeCursor(list, 0, last.createdAt, last.id) }
}

/** Sums the database's counts of whole UTC days; counts the rest of a period. */
export async function countRatings(
  kysely: Kysely<Schema>,
  deskId: string,
  boundaries: readonly Date[],
  kind: FeedbackKind | undefined,
): Promise<Tally[]> {
  const given = ratings.flatMap((rating) => [
    sql.lit(String(rating)),
    sql`total(number) filter (where rating = ${sql.lit(rating)})`,
  ])
  const ofKind = kind ? sql`and kind = ${kind}` : sql``
  const each = sql`select rating, 1 as number from feedback
    where desk_id = ${deskId} and state = 'shown' ${ofKind}`
  const inPeriod = sql`select json_object(${sql.join(given)}) from (
    ${each} and created_at >= since and created_at < min(until, first)
    union all ${each} and created_at >= max(first, last) and created_at < until
    union all select rating, ratings from rating_days where desk_id = ${deskId} ${ofKind}
      and day >= first / ${sql.lit(day)} and day < last / ${sql.lit(day)})`
  const { rows } = await sql<{ since: number; until: number; counts: string }>`
    select since, until, (${inPeriod}) as counts
    from (select since, until, (since + ${sql.lit(day - 1)}) / ${sql.lit(day)} * ${sql.lit(day)} as first,
      until / ${sql.lit(day)} * ${sql.lit(day)} as last from ${periodRows(boundaries)})
    order by since`.execute(kysely)
  return rows.map(({ since, until, counts }) => {
    return { since: new Date(since), until: new Date(until), counts: JSON.parse(counts) }
  })
}

export async function countResponses(
  kysely: Kysely<Schema>,
  deskId: string,
  since: Date,
): Promise<{ asked: number; given: number }> {
  const first = Math.ceil(since.getTime() / day)
  const { rows } = await sql<{ asked: number; given: number }>`
    select total(asked) as asked, total(given) as given from (
      select count(*) as asked, count(rated_at) as given from tickets
        where desk_id = ${deskId} and merged_into is null and held_for is null
          and done_at >= ${since.getTime()} and done_at < ${first * day}
      union all select asked, given from asked_days where desk_id = ${deskId} and day >= ${first})
    `.execute(kysely)
  return rows[0] ?? { asked: 0, given: 0 }
}
