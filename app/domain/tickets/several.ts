import { assignTicket } from './assigning'
import type { DeskScope } from './scopes'
import { undoTogether } from './undo'
import { addTags, type BulkMoved, forEachTicket, snoozeTicket } from './work'

type Ports = Parameters<typeof snoozeTicket>[0]

/** Each of the first hundred is decided alone. Returns how to undo it. */
export async function snoozeTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  until: Date,
  now: Date,
  form?: string,
): Promise<BulkMoved & { undo?: string }> {
  const steps: string[] = []
  const result = await forEachTicket(numbers, async (number) => {
    const { kind, ...moved } = await snoozeTicket(ports, { ...desk, number }, until, now, form)
    if ('undo' in moved && moved.undo) steps.push(moved.undo)
    return kind
  })
  return { ...result, undo: undoTogether(steps) }
}

/** To a member, or to nobody. */
export function assignTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  assignee: string | undefined,
  now: Date,
): Promise<BulkMoved> {
  return forEachTicket(numbers, async (number) => {
    return (await assignTicket(ports, { ...desk, number }, assignee, now)).kind
  })
}

/** A ticket that would have too many tags stays as it is. */
export function tagTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  tags: readonly string[],
  now: Date,
): Promise<BulkMoved> {
  return forEachTicket(numbers, async (number) => {
    return (await addTags(ports, { ...desk, number }, tags, now)).kind
  })
}
