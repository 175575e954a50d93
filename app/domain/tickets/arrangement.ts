import type { Ticket } from './tickets'

/**
 * Which messages a ticket has at which places; a merge or a split makes another. A `seq` of one is not
 * that of the other, so what a page shows of one goes on in a page loaded afresh. 0 for the first.
 */
export function arrangementOf({ rearrangedAt }: Pick<Ticket, 'rearrangedAt'>): number {
  return rearrangedAt?.getTime() ?? 0
}
