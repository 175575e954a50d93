import { announce } from './conversations'
import type { LiveBus } from './live'
import type { Mailer } from './mailer'
import { type BulkMoved, mostMovedAtOnce } from './ticket-work'
import type { Ticket, TicketScope, TicketStore } from './tickets'

/** What an erasure took away, in ids only: enough to end who listens and to remove files. */
export type ErasedTicket = Pick<Ticket, 'id' | 'deskId' | 'number'>

export interface TicketErasure {
  /**
   * Removes the ticket with all that is its own: messages, history, tags, what search knows of it,
   * and the tickets that were merged into it; in one commit. Answers all of them, the ticket first;
   * nothing if there is none. Tickets that continue it stay, and continue nothing.
   */
  erase(scope: TicketScope): Promise<ErasedTicket[]>
  /**
   * Removes as many of the desk's tickets, whatever their state, that were last changed before
   * `before` and are not snoozed beyond it, the longest unchanged first.
   */
  eraseOlder(deskId: string, before: Date, limit: number): Promise<ErasedTicket[]>
}

interface Ports {
  ticketErasure: TicketErasure
  mailer: Mailer
  live: LiveBus
}

/**
 * Erases a ticket wholly, by the visitor's secret or by the owner, and tells all who listen to it;
 * whoever reads it then finds nothing. Answers what was erased.
 */
export async function eraseTicket(ports: Ports, scope: TicketScope) {
  return finish(ports, await ports.ticketErasure.erase(scope))
}

/**
 * Erases held tickets for their owner, each decided on its own; only the first hundred. Others are
 * their visitors' to erase.
 */
export async function eraseHeldTickets(
  ports: Ports & { tickets: TicketStore },
  deskId: string,
  numbers: readonly number[],
): Promise<BulkMoved> {
  const result: BulkMoved = { moved: [], refused: [], unknown: [] }
  for (const number of new Set(numbers.slice(0, mostMovedAtOnce))) {
    const ticket = await ports.tickets.find({ deskId, number })
    const held = ticket?.state === 'held'
    if (held) await eraseTicket(ports, { deskId, number })
    result[held ? 'moved' : ticket ? 'refused' : 'unknown'].push(number)
  }
  return result
}

/** Erases old tickets, as `TicketErasure.eraseOlder` says; as many as `limit` means that there may be more. */
export async function eraseOldTickets(ports: Ports, deskId: string, before: Date, limit: number) {
  return finish(ports, await ports.ticketErasure.eraseOlder(deskId, before, limit))
}

/** All of them are of one desk. */
async function finish({ mailer, live }: Ports, erased: ErasedTicket[]): Promise<ErasedTicket[]> {
  for (const ticket of erased) announce(live, ticket)
  const [first] = erased
  const ids = erased.map(({ id }) => id)
  if (first) await mailer.forget(first.deskId, ids)
  return erased
}
