import type { LiveBus } from '../live/live'
import { emailKey } from '../text/email'
import type { Language } from '../text/languages'
import { announce } from './announcing'
import { entry, signedBy, stateChange } from './changes'
import type { Priority } from './filters'
import { assignInTurn, type RoundRobinPorts } from './round-robin'
import type { DeskScope, OwnerScope } from './scopes'
import { outcome } from './states'
import { tagKey, tidyTags } from './tags'
import type { Moved, Ticket, TicketChange, TicketStore } from './tickets'
import { type Undo, undoingEach, undoOf, undoOfTagging } from './undo'

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

/** Once per form. Returns how to undo it. */
export async function snoozeTicket(
  ports: Ports,
  scope: OwnerScope,
  until: Date,
  now: Date,
  form?: string,
): Promise<Moved & { undo?: string }> {
  let before: Ticket | undefined
  const snoozed = (ticket: Ticket): TicketChange | undefined => {
    before = ticket
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
  const moved = await change(ports, scope, snoozed, form)
  return moved.kind === 'moved' && before
    ? { ...moved, undo: undoOf('snooze', [before], now) }
    : moved
}

/** The language that its visitor is written to in; undefined for that of the visitor's page. */
export function setAnswerLocale(
  ports: Ports,
  scope: OwnerScope,
  answerLocale: Language | undefined,
  now: Date,
) {
  return change(ports, scope, (ticket) =>
    ticket.answerLocale === answerLocale
      ? {}
      : { answerLocale, history: [entry('owner', 'language', answerLocale ?? '', now)] },
  )
}

export function setPriority(ports: Ports, scope: OwnerScope, priority: Priority, now: Date) {
  return change(ports, scope, (ticket) =>
    ticket.priority === priority
      ? {}
      : { priority, history: [entry('owner', 'priority', priority, now)] },
  )
}

/** A member's correction: letters go to this address from then on. Empty for what is not known. */
export function setVisitor(
  ports: Ports,
  scope: OwnerScope,
  { name, email }: { name: string; email: string },
  now: Date,
) {
  return change(ports, scope, ({ visitorName, visitorEmail }) =>
    visitorName === name && visitorEmail === email
      ? {}
      : {
          visitorName: name,
          visitorEmail: email,
          // Nobody has opened a letter at another address yet, which would prove it.
          ...(emailKey(visitorEmail) !== emailKey(email) && { visitorSeenSeq: 0 }),
          history: [entry('owner', 'visitor', '', now)],
        },
  )
}

export function removeTag(ports: Ports, scope: OwnerScope, removed: string, now: Date) {
  return change(ports, scope, (ticket) => {
    const tags = ticket.tags.filter((tag) => tagKey(tag) !== tagKey(removed))
    const same = tags.length === ticket.tags.length
    return same ? {} : { tags, history: [entry('owner', 'tags', tags.join(', '), now)] }
  })
}

/** Beside the tags that are there; refused if `tidyTags` refuses all together. Returns how to undo it. */
export async function addTags(
  ports: Ports,
  scope: OwnerScope,
  typed: readonly string[],
  now: Date,
): Promise<Moved & { undo?: string }> {
  let before: Ticket | undefined
  const moved = await change(ports, scope, (ticket) => {
    before = ticket
    const tags = tidyTags([...ticket.tags, ...typed])
    if (!tags) return undefined
    const same = tags.length === ticket.tags.length
    return same ? {} : { tags, history: [entry('owner', 'tags', tags.join(', '), now)] }
  })
  return moved.kind === 'moved' && before
    ? { ...moved, undo: undoOfTagging(before, typed, now) }
    : moved
}

export const mostMovedAtOnce = 100

export interface BulkMoved {
  moved: number[]
  refused: number[]
  unknown: number[]
}

/**
 * Solves the first hundred tickets once per form, each decided alone. Returns how to undo it.
 */
export function solveTickets(
  ports: Ports,
  desk: DeskScope,
  numbers: readonly number[],
  now: Date,
  form?: string,
): Promise<BulkMoved & { undo?: string }> {
  return moveTickets(ports, 'solve', desk, numbers, now, form)
}

/** As `solveTickets`. A ticket that was held is new to the desk, which may have it assigned in turn. */
export function releaseTickets(
  ports: Ports & RoundRobinPorts,
  desk: DeskScope,
  numbers: readonly number[],
  now: Date,
  form?: string,
): Promise<BulkMoved & { undo?: string }> {
  const assign = (ticket: Ticket) => assignInTurn(ports, ticket, now)
  return moveTickets(ports, 'release', desk, numbers, now, form, assign)
}

async function moveTickets(
  ports: Ports,
  event: 'solve' | 'release',
  desk: DeskScope,
  numbers: readonly number[],
  now: Date,
  form?: string,
  then?: (ticket: Ticket) => Promise<void>,
): Promise<BulkMoved & { undo?: string }> {
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
    if (moved.kind === 'moved' || moved.kind === 'again') await then?.(moved.ticket)
    return moved.kind
  })
  return before.length === 0 ? result : { ...result, undo: undoOf(event, before, now) }
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

async function change(
  { tickets, live }: Ports,
  scope: OwnerScope,
  decide: (ticket: Ticket) => TicketChange | undefined,
  form?: string,
): Promise<Moved> {
  const moved = await tickets.move(scope, signedBy(scope.byUid, decide), form)
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}
