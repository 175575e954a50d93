import { type RawBuilder, sql } from 'kysely'
import type { TicketSearch } from '../../domain/ticket-search'
import { needles } from '../../domain/ticket-search-folding'
import type { Database } from './database.server'
import { matching } from './ticket-filters.server'
import { readPlace, writePlace } from './ticket-places.server'
import { toTicket } from './ticket-rows.server'
import { findSnippets, phrases } from './ticket-snippets.server'

/** Search in SQLite's full-text index, which knows any three characters in a row. */
export function createTicketSearch({ kysely }: Database): TicketSearch {
  return {
    async search(deskId, words, filter, limit, after) {
      const looked = words.map(needles).filter(({ length }) => length > 0)
      if (looked.length === 0) return { found: [] }
      const list = JSON.stringify([looked, filter])
      const place = readPlace(after, list)
      const rank = rankOf(deskId, looked, words)
      let query = kysely
        .selectFrom('tickets')
        .selectAll('tickets')
        .select(rank.as('rank'))
        .where(matching(deskId, filter))
        .orderBy('rank', 'desc')
        .orderBy('updatedAt', 'desc')
        .orderBy('tickets.id', 'desc')
        .limit(limit + 1)
      for (const each of looked) query = query.where(holds(deskId, each))
      if (place) {
        query = query.where(
          sql<boolean>`(${rank}, tickets.updated_at, tickets.id) < (${place.rank}, ${place.time}, ${place.id})`,
        )
      }
      const rows = await query.execute()
      const page = rows.slice(0, limit)
      const ids = page.map(({ id }) => id)
      const snippets = await findSnippets(kysely, ids, looked.flat(), words)
      const last = page.at(-1)
      return {
        found: page.map(({ rank: _, ...row }) => ({
          ticket: toTicket(row),
          snippets: snippets.get(row.id) ?? [],
        })),
        next:
          last && rows.length > limit
            ? writePlace(list, last.rank, new Date(last.updatedAt), last.id)
            : undefined,
      }
    },
  }
}

/** The ticket has a text with one of these forms of a word. */
function holds(deskId: string, looked: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`tickets.id in (${textsWith(deskId, looked)})`
}

/** The same, in what a ticket is called by. */
function isCalled(deskId: string, looked: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`tickets.id in (${textsWith(deskId, looked)} and found.number is not null)`
}

/** The index comes first: the other way round it would be asked about each text of the desk. */
function textsWith(deskId: string, looked: readonly string[]): RawBuilder<string> {
  return sql<string>`
    select found.ticket_id from search_index
    cross join search_texts as found on found.id = search_index.rowid
    where search_index match ${phrases(looked)} and found.desk_id = ${deskId}`
}

/** 2 for the number that was typed, 1 for all words in what a ticket is called by, else 0. */
function rankOf(deskId: string, looked: readonly string[][], words: readonly string[]) {
  const called = sql.join(
    looked.map((each) => isCalled(deskId, each)),
    sql` and `,
  )
  const number = words.length === 1 ? /^#?(\d{1,9})$/.exec(words[0] ?? '')?.[1] : undefined
  return sql<number>`case
    when tickets.id in (select ticket_id from search_texts
      where desk_id = ${deskId} and number = ${Number(number ?? 0)}) then 2
    when ${called} then 1 else 0 end`
}
