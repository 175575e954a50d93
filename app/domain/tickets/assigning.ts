import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry, signedBy } from './changes'
import type { OwnerScope } from './scopes'
import type { Moved, TicketStore } from './tickets'

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined. Refused where the account is no
 * member of the desk any more, and where the page that asks did not show whose it is by now.
 */
export async function assignTicket(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  scope: OwnerScope,
  assignee: string | undefined,
  now: Date,
  isShown: (current: string | undefined) => boolean = () => true,
): Promise<Moved> {
  const history = [entry('owner', 'assigned', assignee ?? '', now)]
  const assigned = signedBy(scope.byUid, (ticket) => {
    if (ticket.assignee === assignee) return {}
    return isShown(ticket.assignee) ? { assignee, history } : undefined
  })
  const moved = await tickets.move(scope, assigned)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}
