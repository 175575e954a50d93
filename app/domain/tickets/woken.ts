import type { TicketFilter, TicketOrder } from './filters'
import type { Ticket, TicketPage, TicketStore } from './tickets'

/** Whether it is back from a snooze and nothing was done with it since: it keeps its `snoozedUntil` for that. */
export function isWoken({ state, snoozedUntil }: Pick<Ticket, 'state' | 'snoozedUntil'>): boolean {
  return state === 'open' && snoozedUntil !== undefined
}

/** Whether it is so and the member has not looked at it since. */
export function isWokenFor(
  ticket: Pick<Ticket, 'state' | 'snoozedUntil' | 'wokenSeenBy'>,
  reader: string,
): boolean {
  return isWoken(ticket) && !ticket.wokenSeenBy?.includes(reader)
}

/**
 * A page of the list as a member sees it: those that they have not looked at since a snooze ended come before the open ones that have
 * waited longest, wherever their own wait, which has only begun, puts them.
 */
export async function listWokenFirst(
  tickets: Pick<TicketStore, 'list'>,
  { deskId, reader }: { deskId: string; reader: string },
  filter: TicketFilter & { order?: TicketOrder },
  limit: number,
  after?: string,
): Promise<TicketPage> {
  const { state, order = 'waiting' } = filter
  const page = await tickets.list(deskId, filter, limit, after)
  if (state !== 'open' || order !== 'waiting' || after !== undefined) return page
  const back = page.next ? await tickets.list(deskId, { ...filter, woken: true }, limit) : page
  const woken = back.tickets.filter((ticket) => isWokenFor(ticket, reader))
  const first = new Set(woken.map(({ id }) => id))
  return { ...page, tickets: [...woken, ...page.tickets.filter(({ id }) => !first.has(id))] }
}
