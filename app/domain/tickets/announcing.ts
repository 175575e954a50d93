import type { LiveBus } from '../live/live'
import type { Ticket } from './tickets'

type Named = Pick<Ticket, 'id' | 'deskId' | 'number'>

/** A change of a ticket, to its visitor and the desk's members. */
export function announce(live: LiveBus, ticket: Named): void {
  announceAtDesk(live, ticket)
  live.publish(`ticket:${ticket.id}`, eventOf(ticket))
}

/** To members alone. */
export function announceAtDesk(live: LiveBus, ticket: Named): void {
  live.publish(`desk:${ticket.deskId}`, eventOf(ticket))
}

/** That an answer's letter is due. */
export function announceMail(live: LiveBus): void {
  live.publish('timers', { kind: 'mail-due' })
}

function eventOf({ deskId, id, number }: Named) {
  return { kind: 'ticket', deskId, ticketId: id, number } as const
}
