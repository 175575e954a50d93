import type { OwnerScope } from './scopes'
import type { Ticket } from './tickets'
import { setTo, undoOfSetting } from './undo-of-organising'
import { changeUndoably, type Ports, type Undoable } from './work'

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined. Refused where the account is no
 * member of the desk any more, and where the page that asks did not show whose it is by now.
 */
export function assignTicket(
  ports: Ports,
  scope: OwnerScope,
  assignee: string | undefined,
  now: Date,
  isShown: (current: string | undefined) => boolean = () => true,
): Promise<Undoable> {
  return changeUndoably(
    ports,
    scope,
    (ticket: Ticket) => {
      if (ticket.assignee === assignee) return {}
      return isShown(ticket.assignee) ? setTo('assign', assignee, now) : undefined
    },
    (before) => undoOfSetting('assign', before, assignee, now),
  )
}
