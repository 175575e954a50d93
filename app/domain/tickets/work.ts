import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry, signedBy, stateChange } from './changes'
import { assignInTurn, type RoundRobinPorts } from './round-robin'
import type { DeskScope, OwnerScope } from './scopes'
import { outcome } from './states'
import type { Moved, Ticket, TicketChange, TicketStore } from './tickets'
import { type Undo, undoingEach, undoOf } from './undo'

export interface Ports {
  tickets: TicketStore
  live: LiveBus
}

/** `undo`: how to undo it, where it changed anything. */
export type Undoable = Moved & { undo?: string }

/** Milliseconds. */
const longestSnooze = 366 * 24 * 3_600_000

export function snoozeProblem(until: Date, now: Date): 'past' | 'far' | undefined {
  if (!(until > now)) return 'past'
  return until.getTime() - now.getTime() > longestSnooze ? 'far' : undefined
}

/** Once per form. */
export function snoozeTicket(
  ports: Ports,
  scope: OwnerScope,
  until: Date,
  now: Date,
  form?: string,
): Promise<Undoable> {
  const snoozed = (ticket: Ticket): TicketChange | undefined => {
    if (snoozeProblem(until, now) || outcome(ticket.state, 'snooze') !== 'snoozed') return undefined
    return {
      state: 'snoozed',
      waitingSince: undefined,
      remindedAt: undefined,
      snoozedUntil: until,
      wokenSeenBy: undefined,
      timerAt: until,
      updatedAt: now,
      history: [entry('owner', 'snooze', until.toISOString(), now)],
    }
  }
  const undo = (before: Ticket) => undoOf('snooze', [before], now)
  return changeUndoably(ports, scope, snoozed, undo, form)
}

export const mostMovedAtOnce = 100

export interface BulkMoved {
  moved: number[]
  refused: number[]
  unknown: number[]
}

/** Moves the first hundred tickets once per form, each decided alone. Returns how to undo it. */
type MoveTickets<Used extends Ports = Ports> = (
  ports: Used,
  desk: DeskScope,
  numbers: readonly number[],
  now: Date,
  form?: string,
) => Promise<BulkMoved & { undo?: string }>

export const solveTickets = movingBy('solve')
export const blockVisitors = movingBy('block')
/** Their visitors may begin others. */
export const holdTickets = movingBy('hold')
/** A ticket that was held is new to the desk, which may have it assigned in turn. */
export const releaseTickets = movingBy<Ports & RoundRobinPorts>('release', assignInTurn)

function movingBy<Used extends Ports>(
  event: 'solve' | 'release' | 'block' | 'hold',
  then?: (ports: Used, ticket: Ticket, now: Date) => Promise<void>,
): MoveTickets<Used> {
  return async (ports, desk, numbers, now, form) => {
    const before: Ticket[] = []
    const result = await forEachTicket(numbers, async (number) => {
      let was: Ticket | undefined
      const decide = (ticket: Ticket) => {
        was = ticket
        return stateChange(ticket, event, 'owner', now)
      }
      const moved = await change(ports, { ...desk, number }, decide, form)
      if (moved.kind === 'moved' && was) before.push(was)
      // Also if it was sent again: the process may have ended before.
      if (moved.kind === 'moved' || moved.kind === 'again') await then?.(ports, moved.ticket, now)
      return moved.kind
    })
    return before.length === 0 ? result : { ...result, undo: undoOf(event, before, now) }
  }
}

/** Once; pressed again, as done for each ticket that is still as it was. */
export function undoWork(ports: Ports, desk: DeskScope, undo: Undo, now: Date): Promise<BulkMoved> {
  const undoing = undoingEach(undo)
  const form = `undo ${undo.event} ${undo.at.getTime()}`
  return forEachTicket([...undoing.keys()], async (number) => {
    const one = undoing.get(number)
    const undone = (ticket: Ticket) => one?.change(ticket, now)
    const moved = await change(ports, { ...desk, number }, undone, form)
    const goneOn = moved.kind === 'again' && !one?.isAsBefore(moved.ticket)
    return goneOn ? 'refused' : moved.kind
  })
}

export async function forEachTicket(
  numbers: readonly number[],
  act: (number: number) => Promise<Moved['kind']>,
): Promise<BulkMoved> {
  const result: BulkMoved = { moved: [], refused: [], unknown: [] }
  for (const number of new Set(numbers.slice(0, mostMovedAtOnce))) {
    const kind = await act(number)
    result[kind === 'again' ? 'moved' : kind].push(number)
  }
  return result
}

export async function change(
  { tickets, live }: Ports,
  scope: OwnerScope,
  decide: (ticket: Ticket) => TicketChange | undefined,
  form?: string,
): Promise<Moved> {
  const moved = await tickets.move(scope, signedBy(scope.byUid, decide), form)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}

/** `undoOf`: how to undo it, by the ticket as it was before. */
export async function changeUndoably(
  ports: Ports,
  scope: OwnerScope,
  decide: (ticket: Ticket) => TicketChange | undefined,
  undoOf: (before: Ticket) => string | undefined,
  form?: string,
): Promise<Undoable> {
  let before: Ticket | undefined
  const noting = (ticket: Ticket) => {
    before = ticket
    return decide(ticket)
  }
  const moved = await change(ports, scope, noting, form)
  return moved.kind === 'moved' && before ? { ...moved, undo: undoOf(before) } : moved
}
