import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type TicketState, ticketStates } from '../../domain/ticket-states'
import type { Ticket, TicketPage } from '../../domain/tickets'
import type { Schema } from './schema.server'
import { toTicket } from './ticket-rows.server'

/** The place after a ticket in a state's list: the state, the time that it is sorted by, its id. */
const cursor = z.tuple([z.enum(ticketStates), z.number().int(), z.string()])

export async function listTickets(
  kysely: Kysely<Schema>,
  deskId: string,
  state: TicketState,
  limit: number,
  after: string | undefined,
): Promise<TicketPage> {
  const [time, direction, beyond] =
    state === 'open'
      ? (['waitingSince', 'asc', '>'] as const)
      : (['updatedAt', 'desc', '<'] as const)
  let query = kysely
    .selectFrom('tickets')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('state', '=', state)
    .orderBy(time, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
  const place = readCursor(after, state)
  if (place) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple(time, 'id'), beyond, tuple(place.time, place.id)),
    )
  }
  const found = (await query.execute()).map(toTicket)
  const tickets = found.slice(0, limit)
  const last = tickets.at(-1)
  return { tickets, next: found.length > limit && last ? writeCursor(last, last[time]) : undefined }
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
    .groupBy('state')
    .execute()
  const counts = { open: 0, waiting: 0, snoozed: 0, solved: 0, closed: 0, held: 0 }
  for (const row of rows) counts[row.state] = row.tickets
  return counts
}

function writeCursor({ state, id }: Ticket, time: Date | undefined): string {
  return Buffer.from(JSON.stringify([state, time?.getTime(), id])).toString('base64url')
}

function readCursor(text: string | undefined, state: TicketState) {
  if (!text) return undefined
  try {
    const [of, time, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return of === state ? { time, id } : undefined
  } catch {
    return undefined
  }
}
