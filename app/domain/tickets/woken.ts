import type { TicketFilter, TicketOrder } from './filters'
import type { Ticket, TicketPage, TicketStore } from './tickets'

/** Whether it is back from a snooze and no member has looked at it since: it keeps its `snoozedUntil` for that. */
export function isWoken({ state, snoozedUntil }: Pick<Ticket, 'state' | 'snoozedUntil'>): boolean {
  return state === 'open' && snoozedUntil !== undefined
}

/**
 * A page of the list as members see it: those that are back from a snooze come before the open ones that have
 * waited longest, wherever their own wait, which has only begun, puts them.
 */
export async function listWokenFirst(
  tickets: Pick<TicketStore, 'list'>,
  deskId: string,
  filter: TicketFilter & { order?: TicketOrder },
  limit: number,
  after?: string,
): Promise<TicketPage> {
  const { state, order = 'waiting' } = filter
  const page = await tickets.list(deskId, filter, limit, after)
  if (state !== 'open' || order !== 'waiting' || after !== undefined) return page
  const back = page.next ? await tickets.list(deskId, { ...filter, woken: true }, limit) : page
  const woken = back.tickets.filter(isWoken)
  const first = new Set(woken.map(({ id }) => id))
  return { ...page, tickets: [...woken, ...page.tickets.filter(({ id }) => !first.has(id))] }
}
