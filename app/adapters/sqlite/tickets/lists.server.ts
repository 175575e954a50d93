import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../../domain/text/email'
import { assignedCounts, countsOf, stateCounts, tagCounts } from '../../../domain/tickets/counts'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import {
  rankOf,
  sortingOf,
  statesIn,
  type TicketFilter,
  type TicketOrder,
} from '../../../domain/tickets/filters'
import { tagKey } from '../../../domain/tickets/tags'
import { lineFields, type Ticket, type TicketPage } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'
import { readCounts } from './counts.server'
import { matching, pressing } from './filters.server'
import { toLine, toTicket } from './rows.server'

type Filter = TicketFilter & { order?: TicketOrder }

export async function listTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  filter: Filter,
  limit: number,
  after: string | undefined,
): Promise<TicketPage> {
  const { order, state, tag, assignee } = filter
  const list = `${order ?? 'waiting'} ${state ?? ''}`
  const { time, direction, ranked } = sortingOf(filter, order)
  const narrowed = tag !== undefined || assignee !== undefined
  const fewFirst = narrowed && (await isRare(kysely, deskId, filter, limit))
  let query = kysely
    .selectFrom('tickets')
    .select(lineFields.map((field) => `tickets.${field}` as const))
    .where(matching(deskId, filter, fewFirst))
    .limit(limit + 1)
  if (ranked) query = query.orderBy(pressing)
  query = query.orderBy(time, direction).orderBy('tickets.id', direction)
  const cursor = readCursor(after, list)
  if (cursor) {
    query = query.where(({ and, eb, or, refTuple, tuple }) => {
      const beyond = direction === 'asc' ? '>' : '<'
      const later = eb(refTuple(time, 'tickets.id'), beyond, tuple(cursor.time, cursor.id))
      const beyondRank = or([eb(pressing, '>', cursor.rank), later])
      return ranked ? and([eb(pressing, '>=', cursor.rank), beyondRank]) : later
    })
  }
  const rows = await query.execute()
  const tickets = rows.slice(0, limit).map(toLine)
  const last = tickets.at(-1)
  if (!last || rows.length <= limit) return { tickets }
  return { tickets, next: writeCursor(list, rankOf(last.priority), last[time], last.id) }
}

/** Whether fewer tickets have the tag, or the assignee, than are looked through to fill a page. */
async function isRare(kysely: Kysely<Schema>, deskId: string, filter: TicketFilter, limit: number) {
  const states = stateCounts(await readCounts(kysely, deskId, 'state'))
  const all = sum(statesIn(filter).map((state) => states[state]))
  if (filter.tag === undefined) {
    const assigned = assignedCounts(await readCounts(kysely, deskId, 'assignee'))
    // All their tickets are looked up, in whatever state.
    const theirs = sum(Object.values(countsOf(states, assigned, filter.assignee ?? '')))
    return theirs * theirs < limit * all
  }
  const tags = tagCounts(await readCounts(kysely, deskId, 'tag'))
  const sameTag = tagKey(filter.tag)
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

export async function listKeptTickets(
  kysely: Kysely<Schema>,
  uid: string,
  limit: number,
): Promise<Ticket[]> {
  const rows = await kysely
    .selectFrom('tickets')
    .selectAll()
    .where('keptBy', '=', uid)
    .where(isDeskThere('tickets.deskId'))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTicket)
}
