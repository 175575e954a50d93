import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../../domain/text/email-key'
import { stateCounts, tagCounts } from '../../../domain/tickets/counts'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import {
  rankOf,
  sortingOf,
  type TicketFilter,
  type TicketOrder,
} from '../../../domain/tickets/filters'
import { tagKey } from '../../../domain/tickets/tags'
import type { Ticket, TicketPage } from '../../../domain/tickets/tickets'
import { prepared } from '../database/prepared.server'
import type { Schema } from '../database/schema.server'
import { isDeskThere } from '../database/visible.server'
import { readCounts } from './counts.server'
import { matching, pressing } from './filters.server'
import { toTicket } from './rows.server'

export async function listTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  { order, ...filter }: TicketFilter & { order?: TicketOrder },
  limit: number,
  after: string | undefined,
): Promise<TicketPage> {
  const { time, direction, ranked } = sortingOf(filter, order)
  const beyond = direction === 'asc' ? '>' : '<'
  let query = kysely
    .selectFrom('tickets')
    .selectAll('tickets')
    .where(await chosen(kysely, deskId, filter, limit))
    .limit(limit + 1)
  const list = `${order ?? 'waiting'} ${filter.state ?? ''}`
  const place = readCursor(after, list)
  if (ranked) query = query.orderBy(pressing)
  query = query.orderBy(time, direction).orderBy('tickets.id', direction)
  if (place) {
    query = query.where(({ and, eb, or, refTuple, tuple }) => {
      const later = eb(refTuple(time, 'tickets.id'), beyond, tuple(place.time, place.id))
      const beyondRank = or([eb(pressing, '>', place.rank), later])
      return ranked ? and([eb(pressing, '>=', place.rank), beyondRank]) : later
    })
  }
  const found = (await query.execute()).map(toTicket)
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  if (!last || found.length <= limit) return { tickets }
  return { tickets, next: writeCursor(list, rankOf(last.priority), last[time], last.id) }
}

/** Starts from whichever is fewer: tickets with the tag, or those that fill a page. */
async function chosen(kysely: Kysely<Schema>, deskId: string, filter: TicketFilter, limit: number) {
  const { tag } = filter
  if (tag === undefined) return matching(deskId, filter)
  const states = stateCounts(await readCounts(kysely, deskId, 'state'))
  const tags = tagCounts(await readCounts(kysely, deskId, 'tag'))
  const listed = filter.state ? states[filter.state] : sum(Object.values(states))
  const borne = sum(
    tags.filter((each) => tagKey(each.tag) === tagKey(tag)).map(({ tickets }) => tickets),
  )
  return matching(deskId, filter, borne * borne < limit * listed)
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
