import type { LiveBus } from '../live/live'
import { entry, stateChange } from './changes'
import { announce, moveTicket } from './conversations'
import type { Priority } from './filters'
import { outcome, type TicketEvent } from './states'
import { tidyTags } from './tags'
import type { Moved, OwnerScope, Ticket, TicketChange, TicketStore } from './tickets'
import { type Undo, undoChange, undoOf } from './undo'

interface Ports {
  tickets: TicketStore
  live: LiveBus
}

/** Milliseconds. */
const longestSnooze = 366 * 24 * 3_600_000

export function snoozeProblem(until: Date, now: Date): 'past' | 'far' | undefined {
  if (!(until > now)) return 'past'
  return until.getTime() - now.getTime() > longestSnooze ? 'far' : undefined
}

export function snoozeTicket(ports: Ports, scope: OwnerScope, until: Date, now: Date) {
  return change(ports, scope, (ticket) => {
    if (snoozeProblem(until, now) || outcome(ticket.state, 'snooze') !== 'snoozed') return undefined
    return {
      state: 'snoozed',
      waitingSince: undefined,
      remindedAt: undefined,
      snoozedUntil: until,
      timerAt: until,
      updatedAt: now,
      history: [entry('owner', 'snooze', until.toISOString(), now)],
    }
  })
}

/** The same priority changes nothing. */
export function setPriority(ports: Ports, scope: OwnerScope, priority: Priority, now: Date) {
  return change(ports, scope, (ticket) =>
    ticket.priority === priority
      ? {}
      : { priority, history: [entry('owner', 'priority', priority, now)] },
  )
}

/** Replaces the tags; refused if `tidyTags` refuses them. */
export function setTags(ports: Ports, scope: OwnerScope, typed: readonly string[], now: Date) {
  const tags = tidyTags(typed)
  return change(ports, scope, (ticket) => {
    if (!tags) return undefined
    const same = tags.join() === ticket.tags.join()
    return same ? {} : { tags, history: [entry('owner', 'tags', tags.join(', '), now)] }
  })
}

/** With what undoes it. */
export async function endTicket(
  ports: Ports,
  scope: OwnerScope,
  event: Undo['event'],
  now: Date,
): Promise<Moved & { undo?: string }> {
  let undo: string | undefined
  const moved = await change(ports, scope, (ticket) => {
    undo = undoOf(event, ticket, now)
    return stateChange(ticket, event, 'owner', now)
  })
  return moved.kind === 'moved' ? { ...moved, undo } : moved
}

export function undoEnd(ports: Ports, scope: OwnerScope, undo: Undo, now: Date) {
  return change(ports, scope, (ticket) => undoChange(ticket, undo, now))
}

export const mostMovedAtOnce = 100

export interface BulkMoved {
  moved: number[]
  refused: number[]
  unknown: number[]
}

/** Moves the first hundred tickets, each decided alone. */
export async function moveTickets(
  ports: Ports,
  deskId: string,
  numbers: readonly number[],
  event: Extract<TicketEvent, 'solve' | 'close' | 'reopen' | 'release'>,
  now: Date,
): Promise<BulkMoved> {
  const result: BulkMoved = { moved: [], refused: [], unknown: [] }
  for (const number of new Set(numbers.slice(0, mostMovedAtOnce))) {
    const { kind } = await moveTicket(ports, { deskId, number }, event, now)
    result[kind].push(number)
  }
  return result
}

async function change(
  { tickets, live }: Ports,
  scope: OwnerScope,
  decide: (ticket: Ticket) => TicketChange | undefined,
): Promise<Moved> {
  const moved = await tickets.move(scope, decide)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}
