import type { Member } from '../desks/members'
import type { LiveBus } from '../live/live'
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

/** To a member, whose the tickets became by somebody else's doing. */
export function announceGiven(
  live: LiveBus,
  { deskId, byUid }: DeskScope,
  uid: string | undefined,
  numbers: number[],
): void {
  if (uid === undefined || byUid === undefined || uid === byUid || numbers.length === 0) return
  live.publish(`member:${deskId}:${uid}`, { kind: 'given', numbers, byUid })
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
