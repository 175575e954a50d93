import { type Kysely, sql } from 'kysely'
import type { TagCount, TicketFilter, TicketOrder } from '../../domain/ticket-filters'
import type { TicketState } from '../../domain/ticket-states'
import type { Ticket, TicketPage } from '../../domain/tickets'
import type { Schema } from './schema.server'
import { matching } from './ticket-filters.server'
import { readPlace, writePlace } from './ticket-places.server'
import { toTicket } from './ticket-rows.server'

/** High before normal before low. */
const pressing = sql<number>`case tickets.priority when 'high' then 0 when 'normal' then 1 else 2 end`

export async function listTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  { order = 'waiting', ...filter }: TicketFilter & { order?: TicketOrder },
  limit: number,
  after: string | undefined,
): Promise<TicketPage> {
  const [time, direction, beyond] = orderOf(order, filter.state)
  let query = kysely
    .selectFrom('tickets')
    .selectAll('tickets')
    .where(matching(deskId, filter))
    .limit(limit + 1)
  const list = `${order} ${filter.state ?? ''}`
  const place = readPlace(after, list)
  if (order === 'priority') query = query.orderBy(pressing)
  query = query.orderBy(time, direction).orderBy('tickets.id', direction)
  if (place) {
    query = query.where(({ and, eb, or, refTuple, tuple }) => {
      const later = eb(refTuple(time, 'tickets.id'), beyond, tuple(place.time, place.id))
      return order === 'priority'
        ? or([eb(pressing, '>', place.rank), and([eb(pressing, '=', place.rank), later])])
        : later
    })
  }
  const found = (await query.execute()).map(toTicket)
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  if (!last || found.length <= limit) return { tickets }
  const rank = ['high', 'normal', 'low'].indexOf(last.priority)
  return { tickets, next: writePlace(list, rank, last[time], last.id) }
}

function orderOf(order: TicketOrder, state: TicketState | undefined) {
  if (order === 'newest') return ['createdAt', 'desc', '<'] as const
  return state === 'open'
    ? (['waitingSince', 'asc', '>'] as const)
    : (['updatedAt', 'desc', '<'] as const)
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
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTicket)
}

export async function countTickets(
  kysely: Kysely<Schema>,
  deskId: string,
): Promise<Record<TicketState, number>> {
  const rows = await kysely
    .selectFrom('tickets')
    .select(({ fn }) => ['state', fn.countAll<number>().as('tickets')])
    .where('deskId', '=', deskId)
    .where('mergedInto', 'is', null)
    .groupBy('state')
    .execute()
  const counts = { open: 0, waiting: 0, snoozed: 0, solved: 0, closed: 0, held: 0 }
  for (const row of rows) counts[row.state] = row.tickets
  return counts
}

export async function countTags(kysely: Kysely<Schema>, deskId: string): Promise<TagCount[]> {
  return kysely
    .selectFrom('ticketTags')
    .innerJoin('tickets', 'tickets.id', 'ticketTags.ticketId')
    .select(({ fn }) => [fn.min('tag').as('tag'), fn.countAll<number>().as('tickets')])
    .where('ticketTags.deskId', '=', deskId)
    .where('tickets.state', '<>', 'held')
    .groupBy('tagKey')
    .orderBy('tagKey')
    .execute()
}
