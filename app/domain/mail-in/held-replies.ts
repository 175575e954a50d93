import type { LiveBus } from '../live/live'
import { announceAtDesk } from '../tickets/announcing'
import { entry } from '../tickets/changes'
import type { OwnerScope } from '../tickets/scopes'
import type { Ticket, TicketStore } from '../tickets/tickets'

/** Has the conversation that a held e-mail answers name the ticket that was begun for it. */
export async function noteHeldReply(
  { tickets, live }: { tickets: Pick<TicketStore, 'move'>; live: LiveBus },
  answered: OwnerScope,
  held: Ticket,
  now: Date,
): Promise<void> {
  const history = [entry('desk', 'held-reply', String(held.number), now)]
  const moved = await tickets.move(answered, () => ({ history }))
  if (moved.kind === 'moved') announceAtDesk(live, moved.ticket)
}
