import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry, signedBy } from './changes'
import type { OwnerScope } from './scopes'
import type { Moved, TicketStore } from './tickets'

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined. Refused where the account is no
 * member of the desk any more.
 */
export async function assignTicket(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  scope: OwnerScope,
  assignee: string | undefined,
  now: Date,
): Promise<Moved> {
  const history = [entry('owner', 'assigned', assignee ?? '', now)]
  const assigned = signedBy(scope.byUid, (ticket) =>
    ticket.assignee === assignee ? {} : { assignee, history },
  )
  const moved = await tickets.move(scope, assigned)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}
