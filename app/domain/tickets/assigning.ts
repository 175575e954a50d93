import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry, signedBy } from './changes'
import type { OwnerScope } from './scopes'
import type { Moved, Ticket, TicketStore } from './tickets'
import { undoOfAssigning } from './undo'

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined. Refused where the account is no
 * member of the desk any more, and where the page that asks did not show whose it is by now. Returns how to
 * undo it, where it changed anything.
 */
export async function assignTicket(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  scope: OwnerScope,
  assignee: string | undefined,
  now: Date,
  isShown: (current: string | undefined) => boolean = () => true,
): Promise<Moved & { undo?: string }> {
  const history = [entry('owner', 'assigned', assignee ?? '', now)]
  let before: Ticket | undefined
  const assigned = signedBy(scope.byUid, (ticket) => {
    before = ticket
    if (ticket.assignee === assignee) return {}
    return isShown(ticket.assignee) ? { assignee, history } : undefined
  })
  const moved = await tickets.move(scope, assigned)
  if (moved.kind !== 'moved') return moved
  announce(live, moved.ticket)
  if (before === undefined || before.assignee === assignee) return moved
  return { ...moved, undo: undoOfAssigning(before, assignee, now) }
}
