import type { MemberStore } from '../desks/members'
import { announceAssigned } from './announcing'
import { givenTo } from './planned-mails'
import { unreadAgain } from './reading'
import type { DeskScope, OwnerScope } from './scopes'
import type { Ticket } from './tickets'
import { setTo, undoOfSetting } from './undo-of-organising'
import { changeUndoably, type Ports as TicketPorts, type Undoable } from './work'

export type Ports = TicketPorts & { members: Pick<MemberStore, 'list'> }

/**
 * Makes a ticket a member's, or nobody's where `assignee` is undefined; a colleague who gets one hears
 * of it, on open pages and by an e-mail, and one who loses it on open pages. Refused where the account is no member of the desk any more, and where the page that asks did
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
  if (assigned.before) announceAssigned(ports.live, scope, assignee, [assigned.before])
  return assigned
}

/** `before`: the ticket as it was, where it changed hands. */
export type Assigned = Undoable & { before?: Ticket }

/** Assigns each ticket by its number, and announces to nobody that it is theirs now, or no longer. */
export async function assigningTo(
  ports: Ports,
  desk: DeskScope,
  assignee: string | undefined,
  now: Date,
  isShown: (current: string | undefined) => boolean = () => true,
): Promise<(number: number) => Promise<Assigned>> {
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
  return async (number) => {
    let was: Ticket | undefined
    const assigned = await changeUndoably(ports, { ...desk, number }, change, (before) => {
      was = before
      return undoOfSetting('assign', before, assignee, now, member?.reader)
    })
    return { ...assigned, ...(assigned.undo !== undefined && { before: was }) }
  }
}
