import { announceAssigned } from './announcing'
import { type Ports as AssigningPorts, assigningTo } from './assigning'
import type { Priority } from './filters'
import { addTags, setPriority } from './organising'
import type { DeskScope } from './scopes'
import type { Moved, Ticket } from './tickets'
import { undoTogether } from './undo'
import { type BulkMoved, forEachTicket, snoozeTicket } from './work'

type Ports = Parameters<typeof snoozeTicket>[0]

type Undoable = BulkMoved & { undo?: string }

/** Each of the first hundred is decided alone. Returns how to undo it. */
export function snoozeTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  until: Date,
  now: Date,
  form?: string,
): Promise<Undoable> {
  return forEachUndoable(numbers, (number) =>
    snoozeTicket(ports, { ...desk, number }, until, now, form),
  )
}

/** To a member, who hears of all at once, or to nobody. Returns how to undo it. */
export async function assignTickets(
  ports: AssigningPorts,
  desk: DeskScope,
  numbers: readonly number[],
  assignee: string | undefined,
  now: Date,
): Promise<Undoable> {
  const assign = await assigningTo(ports, desk, assignee, now)
  const given: Ticket[] = []
  const done = await forEachUndoable(numbers, async (number) => {
    const assigned = await assign(number)
    if (assigned.before) given.push(assigned.before)
    return assigned
  })
  announceAssigned(ports.live, desk, assignee, given)
  return done
}

/** A ticket that would have too many tags stays as it is. Returns how to undo it. */
export function tagTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  tags: readonly string[],
  now: Date,
): Promise<Undoable> {
  return forEachUndoable(numbers, (number) => addTags(ports, { ...desk, number }, tags, now))
}

/** Returns how to undo it. */
export function prioritiseTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  priority: Priority,
  now: Date,
): Promise<Undoable> {
  return forEachUndoable(numbers, (number) =>
    setPriority(ports, { ...desk, number }, priority, now),
  )
}

async function forEachUndoable(
  numbers: readonly number[],
  act: (number: number) => Promise<Pick<Moved, 'kind'> & { undo?: string }>,
): Promise<Undoable> {
  const steps: string[] = []
  const result = await forEachTicket(numbers, async (number) => {
    const { kind, undo } = await act(number)
    if (undo) steps.push(undo)
    return kind
  })
  return { ...result, undo: undoTogether(steps) }
}
