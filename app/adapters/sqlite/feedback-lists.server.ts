import { type Kysely, sql } from 'kysely'
import type { FeedbackFilter, FeedbackPage, Tally } from '../../domain/feedback'
import { matchingFeedback, toFeedback } from './feedback-rows.server'
import type { Schema } from './schema.server'
import { readPlace, writePlace } from './ticket-places.server'

/** Every list of feedback has the same order, so that a place in one is a place in another. */
const list = 'feedback'

export async function listFeedback(
  kysely: Kysely<Schema>,
  deskId: string,
  filter: FeedbackFilter,
  limit: number,
  after: string | undefined,
): Promise<FeedbackPage> {
  const place = readPlace(after, list)
  let query = kysely.selectFrom('feedback').selectAll().where(matchingFeedback(deskId, filter))
  if (place) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('createdAt', 'id'), '<', tuple(place.time, place.id)),
    )
  }
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const feedback = rows.slice(0, limit).map(toFeedback)
  const last = rows.length > limit ? feedback.at(-1) : undefined
  return { feedback, next: last && writePlace(list, 0, last.createdAt, last.id) }
}

export async function countRatings(
  kysely: Kysely<Schema>,
  deskId: string,
  boundaries: readonly Date[],
  filter: FeedbackFilter,
): Promise<Tally[]> {
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  if (!first || !last) return []
  const tallies = boundaries.slice(1).map((until, index): Tally => {
    const since = boundaries[index] ?? first
    return { since, until, counts: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } }
  })
  const given = await kysely
    .selectFrom('feedback')
    .select(['createdAt', 'rating'])
    .where(matchingFeedback(deskId, filter))
    .where('createdAt', '>=', first.getTime())
    .where('createdAt', '<', last.getTime())
    .execute()
  for (const { createdAt, rating } of given) {
    const tally = tallies.find(({ until }) => createdAt < until.getTime())
    if (tally) tally.counts[rating] += 1
  }
  return tallies
}

export async function countResponses(
  kysely: Kysely<Schema>,
  deskId: string,
  since: Date,
  until: Date,
): Promise<{ asked: number; given: number }> {
  const { rows } = await sql<{ asked: number; given: number }>`
    select count(*) as asked, count(feedback.id) as given from tickets
    left join feedback on feedback.ticket_id = tickets.id and feedback.kind = 'ticket'
    where tickets.desk_id = ${deskId} and tickets.merged_into is null and tickets.held_for is null
      and exists (
        select 1 from ticket_history
        where ticket_history.ticket_id = tickets.id and kind in ('solve', 'close')
          and at >= ${since.getTime()} and at < ${until.getTime()}
      )`.execute(kysely)
  return rows[0] ?? { asked: 0, given: 0 }
}
