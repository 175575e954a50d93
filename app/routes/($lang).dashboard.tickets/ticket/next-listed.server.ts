import { listWokenFirst } from '~/domain/tickets/woken'
import { ownListIn, readListQuery } from '../address'
import { readOwnList } from '../own-lists.server'
import { filterOf } from '../whose.server'
import { type AskedOfTicket, inList } from './asked.server'

/** The same ticket where a search found it. */
export async function nextInList(asked: AskedOfTicket): Promise<string> {
  const { context } = asked
  if (readListQuery(context.url.searchParams).q) return context.path
  return inList(context, await nextListed(asked))
}

/** The number of the list's first ticket beside the one that is asked for. */
export async function nextListed({
  scope,
  desk,
  member,
  context,
}: AskedOfTicket): Promise<number | undefined> {
  const query = readListQuery(context.url.searchParams)
  const isOther = ({ number }: { number: number }) => number !== scope.number
  const ownList = ownListIn(query)
  if (ownList) {
    const listed = await readOwnList(ownList, { desk, member }, context)
    return listed.map(({ ticket }) => ticket).find(isOther)?.number
  }
  const { services, now } = context
  const { state, order } = query
  const ended = state === 'all' || state === 'done'
  const filter = filterOf({ ...query, state: ended ? 'open' : state }, { desk, member }, now())
  const list = { ...filter, order }
  const { tickets } = await listWokenFirst(services.tickets, member, list, 2)
  return tickets.find(isOther)?.number
}
