import { FieldPath } from 'firebase-admin/firestore'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import {
  isWithin,
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

/** Read at once for a page of tickets that no facet tells apart. */
const readAtOnce = 200

/** For one page, which has a `next` even if it is short. */
const mostRead = 1_000

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
  const sorts = filter.assignee === '' && !(await knowsNobodys())
  const passing = passingFacets(deskId, sorts ? { ...filter, assignee: undefined } : filter)
  let query = collection('tickets').where('facets', 'array-contains-any', passing)
  if (ranked) query = query.orderBy('rank')
  query = query.orderBy(time, direction).orderBy(FieldPath.documentId(), direction)
  const { channel, from, before } = filter
  const inOrder = time === 'updatedAt' && !ranked
  if (inOrder && from) query = query.where('updatedAt', '>=', from)
  if (inOrder && before) query = query.where('updatedAt', '<', before)
  const passes = (line: TicketLine) =>
    isWithin(filter, line) && !(sorts && line.assignee !== undefined)
  const isCompared = sorts || channel || (!inOrder && (from || before))
  const most = isCompared ? readAtOnce : limit + 1
  const lines = query.select(...lineFields).withConverter(converter<TicketLine>())
  const found: TicketLine[] = []
  let place = readCursor(after, list)
  for (let count = 0; ; ) {
    const ranks = place && ranked ? [place.rank] : []
    const rest = place ? lines.startAfter(...ranks, new Date(place.time), place.id) : lines
    const read = await listOf(rest.limit(most))
    found.push(...read.filter(passes))
    count += read.length
    const tickets = found.slice(0, limit)
    const isFull = found.length > limit
    const last = isFull ? tickets.at(-1) : read.at(-1)
    if (!last || (!isFull && read.length < most)) return { tickets }
    const next = writeCursor(list, rankOf(last.priority), last[time], last.id)
    if (isFull || count >= mostRead) return { tickets, next }
    place = readCursor(next, list)
  }
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
