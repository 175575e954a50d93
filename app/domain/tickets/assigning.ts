import type { MemberStore } from '../desks/members'
import { announceGiven } from './announcing'
import { givenTo } from './planned-mails'
import { unreadAgain } from './reading'
import type { DeskScope, OwnerScope } from './scopes'
import type { Ticket } from './tickets'
import { setTo, undoOfSetting } from './undo-of-organising'
import { changeUndoably, type Ports as TicketPorts, type Undoable } from './work'

export type Ports = TicketPorts & { members: Pick<MemberStore, 'list'> }

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined; a colleague who gets one hears
 * of it, on open pages and by an e-mail. Refused where the account is no member of the desk any more, and where the page that asks did
 * not show whose it is by now.
 */
export async function assignTicket(
  ports: Ports,
  scope: OwnerScope,
  assignee: string | undefined,
  now: Date,
  isShown?: (current: string | undefined) => boolean,
): Promise<Undoable> {
  const assign = await assigningTo(ports, scope, assignee, now, isShown)
  const assigned = await assign(scope.number)
  if (assigned.undo) announceGiven(ports.live, scope, assignee, [scope.number])
  return assigned
}

/** Assigns each ticket by its number, and announces it to nobody as given. */
export async function assigningTo(
  ports: Ports,
  desk: DeskScope,
  assignee: string | undefined,
  now: Date,
  isShown: (current: string | undefined) => boolean = () => true,
): Promise<(number: number) => Promise<Undoable>> {
  const isGiven = assignee !== undefined && assignee !== desk.byUid
  const members = isGiven ? await ports.members.list(desk.deskId) : []
  const member = members.find(({ uid }) => uid === assignee)
  const change = (ticket: Ticket) => {
    if (ticket.assignee === assignee) return {}
    if (!isShown(ticket.assignee)) return undefined
    return {
      ...setTo('assign', assignee, now),
      ...(member && {
        ...unreadAgain(ticket, member.reader),
        mails: [givenTo(ticket, member, now)],
      }),
    }
  }
  return (number) =>
    changeUndoably(ports, { ...desk, number }, change, (before) =>
      undoOfSetting('assign', before, assignee, now, member?.reader),
    )
}
