import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../../domain/text/email'
import { onDemand } from '../../../domain/text/languages'
import { stateCounts, tagCounts } from '../../../domain/tickets/counts'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import {
  rankOf,
  sortingOf,
  type TicketFilter,
  type TicketOrder,
} from '../../../domain/tickets/filters'
import { tagKey } from '../../../domain/tickets/tags'
import { lineFields, type Ticket, type TicketPage } from '../../../domain/tickets/tickets'
import { prepared } from '../database/prepared.server'
import type { Schema } from '../database/schema.server'
import { isDeskThere } from '../database/visible.server'
import { readCounts } from './counts.server'
import { matching, pressing } from './filters.server'
import { toLine, toTicket } from './rows.server'

type Filter = TicketFilter & { order?: TicketOrder }
type Asked = { deskId: string; most: number } & Partial<ReturnType<typeof readCursor>>

/** One with a tag is compiled each time: there may be any number of tags. */
function listed({ order, ...filter }: Filter, tagFirst = false) {
  const { time, direction, ranked } = sortingOf(filter, order)
  const beyond = direction === 'asc' ? '>' : '<'
  return prepared((kysely, { deskId, most, rank, time: at, id }: Asked) => {
    let query = kysely
      .selectFrom('tickets')
      .select(lineFields.map((field) => `tickets.${field}` as const))
      .where(matching(deskId, filter, tagFirst))
      .limit(most)
    if (ranked) query = query.orderBy(pressing)
    query = query.orderBy(time, direction).orderBy('tickets.id', direction)
    if (rank === undefined || at === undefined || id === undefined) return query
    return query.where(({ and, eb, or, refTuple, tuple }) => {
      const later = eb(refTuple(time, 'tickets.id'), beyond, tuple(at, id))
      const beyondRank = or([eb(pressing, '>', rank), later])
      return ranked ? and([eb(pressing, '>=', rank), beyondRank]) : later
    })
  })
}

const untagged = onDemand((filter: string) => listed(JSON.parse(filter)))

export async function listTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  filter: Filter,
  limit: number,
  after: string | undefined,
): Promise<TicketPage> {
  const { order, state, tag, priority } = filter
  const list = `${order ?? 'waiting'} ${state ?? ''}`
  const read =
    tag === undefined
      ? untagged(JSON.stringify({ order, state, priority }))
      : listed(filter, await isRare(kysely, deskId, filter, limit))
  const rows = await read(kysely, { deskId, most: limit + 1, ...readCursor(after, list) })
  const tickets = rows.slice(0, limit).map(toLine)
  const last = tickets.at(-1)
  if (!last || rows.length <= limit) return { tickets }
  const { time } = sortingOf(filter, order)
  return { tickets, next: writeCursor(list, rankOf(last.priority), last[time], last.id) }
}

/** Whether fewer tickets have the tag than are looked through to fill a page. */
async function isRare(kysely: Kysely<Schema>, deskId: string, filter: TicketFilter, limit: number) {
  const states = stateCounts(await readCounts(kysely, deskId, 'state'))
  const tags = tagCounts(await readCounts(kysely, deskId, 'tag'))
  const sameTag = tagKey(filter.tag ?? '')
  const all = filter.state ? states[filter.state] : sum(Object.values(states))
  const borne = sum(
    tags.filter((each) => tagKey(each.tag) === sameTag).map(({ tickets }) => tickets),
  )
  return borne * borne < limit * all
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0)
}

export async function listTicketsOfVisitor(
  kysely: Kysely<Schema>,
  deskId: string,
  email: string,
  limit: number,
): Promise<Ticket[]> {
  const rows = await kysely
    .selectFrom('tickets')
    .selectAll()
    .where('visitorEmailKey', '=', emailKey(email))
    // A literal, so that SQLite uses the partial index.
    .where(sql<boolean>`visitor_email_key <> ''`)
    .where(matching(deskId, {}))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTicket)
}

export async function listAllTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  after: number,
  limit: number,
): Promise<Ticket[]> {
  const rows = await kysely
    .selectFrom('tickets')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('mergedInto', 'is', null)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toTicket)
}

const kept = prepared((kysely, { uid, limit }: { uid: string; limit: number }) =>
  kysely
    .selectFrom('tickets')
    .selectAll()
    .where('keptBy', '=', uid)
    .where(isDeskThere('tickets.deskId'))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(limit),
)

export async function listKeptTickets(
  kysely: Kysely<Schema>,
  uid: string,
  limit: number,
): Promise<Ticket[]> {
  return (await kept(kysely, { uid, limit })).map(toTicket)
}
