import type { Member } from '../desks/members'
import type { LiveBus, LiveEvent } from '../live/live'
import type { DeskScope } from './scopes'
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

/**
 * To the member whose the tickets became by somebody else's doing, and to those whose they were until then: `tickets`
 * as they were before.
 */
export function announceAssigned(
  live: LiveBus,
  { deskId, byUid }: DeskScope,
  to: string | undefined,
  tickets: readonly Pick<Ticket, 'number' | 'assignee'>[],
): void {
  if (byUid === undefined || tickets.length === 0) return
  const numbersOf = (those: typeof tickets) => those.map(({ number }) => number)
  const say = (uid: string, event: LiveEvent) => live.publish(`member:${deskId}:${uid}`, event)
  if (to !== undefined && to !== byUid) {
    say(to, { kind: 'given', numbers: numbersOf(tickets), byUid })
  }
  for (const uid of new Set(tickets.map(({ assignee }) => assignee))) {
    if (uid === undefined || uid === byUid) continue
    const theirs = tickets.filter(({ assignee }) => assignee === uid)
    say(uid, { kind: 'taken', numbers: numbersOf(theirs), byUid, ...(to !== undefined && { to }) })
  }
}

/** To the members whom a note names. */
export function announceNamed(
  live: LiveBus,
  { deskId, number }: Named,
  named: readonly Pick<Member, 'uid'>[],
  byUid: string | undefined,
): void {
  if (byUid === undefined) return
  for (const { uid } of named) {
    live.publish(`member:${deskId}:${uid}`, { kind: 'named', number, byUid })
  }
}

/** That an answer's letter is due. */
export function announceMail(live: LiveBus): void {
  live.publish('timers', { kind: 'mail-due' })
}

function eventOf({ deskId, id, number }: Named) {
  return { kind: 'ticket', deskId, ticketId: id, number } as const
}
