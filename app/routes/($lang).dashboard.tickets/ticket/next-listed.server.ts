import type { TicketLine } from '~/domain/tickets/tickets'
import { listWokenFirst } from '~/domain/tickets/woken'
import { withQuery } from '~/i18n/addresses'
import { ownListIn, readListQuery } from '../address'
import { readOwnList } from '../own-lists.server'
import { filterOf } from '../whose.server'
import { type AskedOfTicket, inList } from './asked.server'
import { ticketNumber } from './loader.server'

/** Where to go on: read while the ticket is still in its list. The same ticket where a search found it. */
export async function nextInList(asked: AskedOfTicket): Promise<string> {
  const { context } = asked
  if (readListQuery(context.url.searchParams).q) return context.path
  return inList(context, await nextListed(asked))
}

/** As many as the list shows, and the one below them. */
const mostListed = 31

/** The ticket's address, with what is below it in the list, as an answer may take it out. */
export async function besideBelow(asked: AskedOfTicket): Promise<string> {
  const { context } = asked
  if (readListQuery(context.url.searchParams).q) return context.path
  const below = await nextListed(asked)
  if (below === undefined) return context.path
  const { pathname, searchParams } = new URL(context.path, context.url)
  searchParams.set('below', String(below))
  return withQuery(pathname, searchParams)
}

/**
 * The number of the ticket below in the list, else of the one above; where it is not listed itself, of the one that
 * was below it, else of the first.
 */
export async function nextListed(asked: AskedOfTicket): Promise<number | undefined> {
  const listed = await listedBeside(asked)
  const placeOf = (asked: number | null) => listed.findIndex(({ number }) => number === asked)
  const at = placeOf(asked.scope.number)
  if (at >= 0) return (listed[at + 1] ?? listed[at - 1])?.number
  const below = placeOf(ticketNumber(asked.context.url, 'below'))
  return listed[Math.max(below, 0)]?.number
}

async function listedBeside({ desk, member, context }: AskedOfTicket): Promise<TicketLine[]> {
  const query = readListQuery(context.url.searchParams)
  const ownList = ownListIn(query)
  if (ownList) {
    const listed = await readOwnList(ownList, { desk, member }, context)
    return listed.map(({ ticket }) => ticket)
  }
  const { services, now } = context
  const { state, order } = query
  const ended = state === 'all' || state === 'done'
  const filter = filterOf({ ...query, state: ended ? 'open' : state }, { desk, member }, now())
  const list = { ...filter, order }
  const { tickets } = await listWokenFirst(services.tickets, member, list, mostListed)
  return tickets
}
