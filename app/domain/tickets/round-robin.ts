import { presentMembers } from '../desks/availability'
import type { DeskStore } from '../desks/desks'
import type { Member } from '../desks/members'
import { isShared } from '../desks/people'
import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry } from './changes'
import { startTicket } from './conversations'
import type { OwnerScope } from './scopes'
import type { Start } from './starting'
import type { Moved, Ticket, TicketChange, TicketStore } from './tickets'

export interface Assignment {
  uid: string
  /** See `Member`. */
  lastInTurn: number
  change: TicketChange
}

/** Assigns tickets in turn. */
export interface RoundRobin {
  /**
   * Changes a ticket, and notes `lastInTurn` at the member, in one commit. `decide` gets all members of
   * the desk in the order of joining; it must be pure and may run more than once. Refused where it
   * returns nothing.
   */
  assign(
    scope: OwnerScope,
    decide: (ticket: Ticket, members: readonly Member[]) => Assignment | undefined,
  ): Promise<Moved>
}

export interface RoundRobinPorts {
  desks: DeskStore
  roundRobin: RoundRobin
  live: LiveBus
}

/** As `startTicket`, for a ticket that a guest begins: the desk may have it assigned in turn. */
export async function receiveTicket(
  ports: RoundRobinPorts & { tickets: TicketStore },
  start: Start,
  now: Date,
) {
  const started = await startTicket(ports, start, now)
  // Also if it was sent again: the process may have ended before assigning it.
  if (started.kind !== 'conflict') await assignInTurn(ports, started.ticket, now)
  return started
}

/**
 * Assigns a ticket that is new to its desk, and nobody's, to the next of the members who are present, if
 * the desk has chosen so. A held ticket is new once it is released.
 */
export async function assignInTurn(
  { desks, roundRobin, live }: RoundRobinPorts,
  ticket: Ticket,
  now: Date,
): Promise<void> {
  if (!isFree(ticket)) return
  const { deskId, number } = ticket
  const desk = await desks.findById(deskId)
  if (desk?.newTickets !== 'in-turn' || !isShared(desk)) return
  const moved = await roundRobin.assign({ deskId, number }, (current, members) => {
    const next = isFree(current) ? nextInTurn(presentMembers(desk, members, now)) : undefined
    if (!next) return undefined
    const { uid } = next
    // Counted rather than timed: the clocks of several servers differ.
    const lastInTurn = Math.max(...members.map(turnOf)) + 1
    const history = [entry('desk', 'assigned', uid, now)]
    return { uid, lastInTurn, change: { assignee: uid, history } }
  })
  if (moved.kind === 'moved') announce(live, moved.ticket)
}

/** Whose last one is longest ago. Those without one come first, in the order of joining. */
export function nextInTurn(members: readonly Member[]): Member | undefined {
  return [...members].sort((one, other) => turnOf(one) - turnOf(other))[0]
}

function turnOf({ lastInTurn = 0 }: Member): number {
  return lastInTurn
}

function isFree({ assignee, state }: Ticket): boolean {
  return assignee === undefined && state === 'open'
}
