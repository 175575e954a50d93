import { FieldPath } from 'firebase-admin/firestore'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import {
  rankOf,
  sortingOf,
  type TicketFilter,
  type TicketOrder,
} from '../../../domain/tickets/filters'
import {
  lineFields,
  type Ticket,
  type TicketLine,
  type TicketPage,
} from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { collect, converter, listOf } from '../database/documents.server'
import type { TicketLookup } from './lookup.server'
import { facet, facetOfVisitor, passingFacets, toTicket } from './records.server'

/** Read for a page of nobody's tickets before all have their facets; it has a `next` even if it is short. */
const mostRead = 200

export async function listTickets(
  { collection }: Database,
  deskId: string,
  { order, ...filter }: TicketFilter & { order?: TicketOrder },
  limit: number,
  after: string | undefined,
  knowsNobodys: () => Promise<boolean>,
): Promise<TicketPage> {
  const { time, direction, ranked } = sortingOf(filter, order)
  const list = `${order ?? 'waiting'} ${filter.state ?? ''}`
  const cursor = readCursor(after, list)
  const sorts = filter.assignee === '' && !(await knowsNobodys())
  const passing = passingFacets(deskId, sorts ? { ...filter, assignee: undefined } : filter)
  let query = collection('tickets').where('facets', 'array-contains-any', passing)
  if (ranked) query = query.orderBy('rank')
  query = query.orderBy(time, direction).orderBy(FieldPath.documentId(), direction)
  if (cursor) {
    const ranks = ranked ? [cursor.rank] : []
    query = query.startAfter(...ranks, new Date(cursor.time), cursor.id)
  }
  const lines = query.select(...lineFields).withConverter(converter<TicketLine>())
  const most = sorts ? mostRead : limit + 1
  const read = await listOf(lines.limit(most))
  const found = sorts ? read.filter(({ assignee }) => assignee === undefined) : read
  const tickets = found.slice(0, limit)
  const last = found.length > limit ? tickets.at(-1) : read.at(-1)
  const ends = found.length <= limit && read.length < most
  if (!last || ends) return { tickets }
  return { tickets, next: writeCursor(list, rankOf(last.priority), last[time], last.id) }
}

export async function listTicketsOfVisitor(
  { collection }: Database,
  deskId: string,
  email: string,
  limit: number,
): Promise<Ticket[]> {
  const theirs = facetOfVisitor(deskId, email)
  const query = collection('tickets').where('facets', 'array-contains', theirs)
  return (await listOf(query.orderBy('updatedAt', 'desc').limit(limit))).map(toTicket)
}

export async function listAllTickets(
  { collection }: Database,
  deskId: string,
  after: number,
  limit: number,
): Promise<Ticket[]> {
  const all = collection('tickets').where('facets', 'array-contains', facet(deskId, 'all'))
  const found = all.where('number', '>', after).orderBy('number').limit(limit)
  return (await listOf(found)).map(toTicket)
}

export async function listKeptTickets(
  { collection }: Database,
  { isDeskThere }: TicketLookup,
  uid: string,
  limit: number,
): Promise<Ticket[]> {
  const kept = collection('tickets').where('keptBy', '==', uid).orderBy('updatedAt', 'desc')
  const found = await collect(kept, limit, ({ deskId }) => isDeskThere(deskId))
  return found.map(toTicket)
}
