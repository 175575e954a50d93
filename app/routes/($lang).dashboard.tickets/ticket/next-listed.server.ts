import type { TicketLine } from '~/domain/tickets/tickets'
import { listWokenFirst } from '~/domain/tickets/woken'
import { ownListIn, readListQuery } from '../address'
import { readOwnList } from '../own-lists.server'
import { filterOf } from '../whose.server'
import { type AskedOfTicket, inList } from './asked.server'

/** Where to go on: read while the ticket is still in its list. The same ticket where a search found it. */
export async function nextInList(asked: AskedOfTicket): Promise<string> {
  const { context } = asked
  if (readListQuery(context.url.searchParams).q) return context.path
  return inList(context, await nextListed(asked))
}

/** As many as the list shows, and the one below them. */
const mostListed = 31

/** The number of the ticket below in the list, else of the one above; of the first where it is not listed itself. */
export async function nextListed(asked: AskedOfTicket): Promise<number | undefined> {
  const listed = await listedBeside(asked)
  const at = listed.findIndex(({ number }) => number === asked.scope.number)
  return (listed[at + 1] ?? listed[at - 1])?.number
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
