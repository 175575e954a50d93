import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import type { TicketStore } from './tickets'

/** Keeps an existing address. */
export async function leaveEmail(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  secretHash: string,
  visitorEmail: string,
  now: Date,
) {
  const moved = await tickets.move({ secretHash }, (ticket) =>
    ticket.visitorEmail ? undefined : { visitorEmail, updatedAt: now },
  )
  if (moved.kind === 'moved') announce(live, moved.ticket)
}
