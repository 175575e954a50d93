import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { needles } from '../../../domain/text/search-folding'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import { numberSought, searchWords, type TicketSearch } from '../../../domain/tickets/search'
import { tagKey } from '../../../domain/tickets/tags'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { matching } from './filters.server'
import { idsFrom, numberOfText } from './index.server'
import { toTicket, within } from './rows.server'
import { findSnippets, has, likely } from './snippets.server'

type Filter = Parameters<TicketSearch['search']>[2]

/** Newest texts with a word looked at first; each further step looks at four times as many. */
const firstStep = 128

/**
 * Search in SQLite's trigram index. Goes back from the newest ticket, led by the word that is
 * rarest there, and stops when a page is full: a word that everybody uses is found as quickly among
 * a million messages as among a thousand.
 */
export function createTicketSearch({ kysely, indexed }: Database): TicketSearch {
  return {
    level: 'infix',

    async search(deskId, words, filter, limit, after) {
      const looked = words.map(needles).filter(({ length }) => length > 0)
      if (looked.length === 0) return { found: [] }
      await indexed()
      const list = JSON.stringify([looked, filter])
      const cursor = readCursor(after, list)
      const named = await findNamed(kysely, deskId, words, filter)
      const found = cursor || !named ? [] : [named]
      // A tag's words are in the indexed text of its ticket.
      const leading = [...looked, ...searchWords(filter.tag ?? '').map(needles)]
      const tagged = await numbersWith(kysely, deskId, filter.tag)
      const first = await numberAfter(kysely, deskId)
      let below = cursor?.rank ?? first
      for (let step = firstStep; below > 1 && found.length <= limit; step *= 4) {
        const led = tagged
          ? { numbers: tagged.filter((number) => number < below), from: 1 }
          : await candidates(kysely, deskId, leading, below, step)
        const wanted = limit + 1 - found.length
        const numbers = led.numbers.filter((number) => number !== named?.number)
        found.push(...(await findAmong(kysely, { deskId, numbers, looked, filter }, wanted)))
        below = led.from
      }
      const page = found.slice(0, limit)
      const snippets = await findSnippets(kysely, page, looked.flat(), words)
      const last = page.at(-1)
      const rank = last && last !== named ? last.number : first
      return {
        found: page.map((ticket) => ({ ticket, snippets: snippets.get(ticket.id) ?? [] })),
        next:
          last && found.length > limit
            ? writeCursor(list, rank, last.createdAt, last.id)
            : undefined,
      }
    },
  }
}

async function findNamed(
  kysely: Kysely<Schema>,
  deskId: string,
  words: readonly string[],
  filter: Filter,
): Promise<Ticket | undefined> {
  const number = numberSought(words)
  if (number === undefined) return undefined
  const row = await kysely
    .selectFrom('tickets')
    .selectAll('tickets')
    .where(within({ deskId, number }))
    .where(matching(deskId, filter))
    .executeTakeFirst()
  return row && toTicket(row)
}

/** Returns the numbers of the tickets with the tag; undefined if there are too many to read each. */
async function numbersWith(
  kysely: Kysely<Schema>,
  deskId: string,
  tag: string | undefined,
): Promise<number[] | undefined> {
  if (tag === undefined) return undefined
  const { rows } = await sql<{ number: number }>`
    select number from ticket_tags cross join tickets on tickets.id = ticket_id
    where ticket_tags.desk_id = ${deskId} and tag_key = ${tagKey(tag)} limit ${firstStep}`.execute(
    kysely,
  )
  return rows.length < firstStep ? rows.map(({ number }) => number) : undefined
}

async function numberAfter(kysely: Kysely<Schema>, deskId: string): Promise<number> {
  const desk = await kysely
    .selectFrom('desks')
    .select('lastNumber')
    .where('id', '=', deskId)
    .executeTakeFirst()
  return (desk?.lastNumber ?? 0) + 1
}

/** Numbers below this one that may have a word, by its newest `step` texts; `from`: where to go on. */
async function candidates(
  kysely: Kysely<Schema>,
  deskId: string,
  looked: readonly string[][],
  below: number,
  step: number,
): Promise<{ numbers: number[]; from: number }> {
  let rarest: { numbers: number[]; from: number } | undefined
  for (const each of looked) {
    const { rows } = await sql<{ numbers: string; texts: number }>`
      select json_group_array(distinct number) as numbers, count(*) as texts from (
        select ${numberOfText} as number from search_index
        where search_index match ${likely(each)}
          and rowid >= ${idsFrom(deskId, 0)} and rowid < ${idsFrom(deskId, below)}
        order by rowid desc limit ${step}
      )`.execute(kysely)
    const numbers = z.array(z.number()).parse(JSON.parse(rows[0]?.numbers ?? '[]'))
    const from = rows[0]?.texts === step ? (numbers.at(-1) ?? 1) : 1
    if (!rarest || from < rarest.from || (from === 1 && numbers.length < rarest.numbers.length)) {
      rarest = { numbers, from }
    }
    if (numbers.length === 0) break
  }
  return rarest ?? { numbers: [], from: 1 }
}

/** Those of the numbers whose tickets have all words, newest first. */
async function findAmong(
  kysely: Kysely<Schema>,
  {
    deskId,
    numbers,
    looked,
    filter,
  }: {
    deskId: string
    numbers: readonly number[]
    looked: readonly string[][]
    filter: Filter
  },
  limit: number,
): Promise<Ticket[]> {
  let query = kysely
    .selectFrom('tickets')
    .selectAll('tickets')
    .where(matching(deskId, filter))
    .where(
      sql<boolean>`tickets.number in (select value from json_each(${JSON.stringify(numbers)}))`,
    )
    .orderBy('tickets.number', 'desc')
    .limit(limit)
  for (const each of looked) query = query.where(hasText(deskId, each))
  return (await query.execute()).map(toTicket)
}

function hasText(deskId: string, forms: readonly string[]) {
  return sql<boolean>`exists (
    select 1 from search_index
    where rowid >= ${idsFrom(deskId, 0)} + (tickets.number << 20)
      and rowid < ${idsFrom(deskId, 0)} + (tickets.number + 1 << 20)
      and (${has(forms)})
  )`
}
