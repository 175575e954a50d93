import { z } from 'zod'
import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import { type HoldReason, holdReasons } from './spam'
import { outcome, type TicketState, ticketStates } from './states'
import { tagKey } from './tags'
import type { Ticket, TicketChange } from './tickets'

/** Short, so that a page of tickets fits into a cookie. */
const moment = z.number().pipe(z.coerce.date())

const number = z.number().int().positive()

/** Milliseconds from the step on, ten years at most. */
const tenYears = 3_653 * 86_400_000
const offset = z.number().int().min(-tenYears).max(tenYears)

const before = z
  .tuple([
    number,
    z.enum(ticketStates),
    offset,
    offset.nullable(),
    offset.nullable(),
    offset.nullable(),
    offset.nullable(),
  ])
  .rest(z.enum(holdReasons))

const moving = z
  .object({
    event: z.enum(['solve', 'snooze', 'release']),
    at: moment,
    before: z.array(before).min(1),
  })
  .refine(({ event, before }) => before.every(([, state]) => outcome(state, event)))
  .transform(({ event, at, before }) => {
    const from = (milliseconds: number) => new Date(at.getTime() + milliseconds)
    return {
      event,
      at,
      before: before.map(([number, state, updated, waiting, snoozed, reminded, timer, heldFor]) => {
        const [waitingSince, snoozedUntil, remindedAt, timerAt] = [
          waiting,
          snoozed,
          reminded,
          timer,
        ].map((milliseconds) => (milliseconds === null ? undefined : from(milliseconds)))
        const times = { waitingSince, snoozedUntil, remindedAt, timerAt, updatedAt: from(updated) }
        return { number, state, ...times, heldFor }
      }),
    }
  })

const account = z.string().nullable()

const assigning = z.object({
  event: z.literal('assign'),
  at: moment,
  /** The member, or null for nobody, as whom each ticket had before. */
  to: account,
  before: z
    .array(
      z.tuple([number, account]).transform(([number, assignee]) => {
        return { number, assignee: assignee ?? undefined }
      }),
    )
    .min(1),
})

const tagging = z.object({
  event: z.literal('tag'),
  at: moment,
  tags: z.array(z.string()),
  /** Which of them are new to each ticket, by their places. */
  before: z
    .array(
      z
        .tuple([number, z.array(z.number().int().nonnegative()).min(1)])
        .transform(([number, added]) => ({ number, added })),
    )
    .min(1),
})

const schema = z.union([moving, assigning, tagging])

/** A step with tickets, and what it changed of them as it was before. */
export type Undo = z.output<typeof schema>

type Moving = z.output<typeof moving>
type Assigning = z.output<typeof assigning>
type Tagging = z.output<typeof tagging>

export function undoOf(event: Moving['event'], tickets: readonly Ticket[], at: Date): string {
  const from = (time: Date) => time.getTime() - at.getTime()
  const before = tickets.map((ticket) => [
    ticket.number,
    ticket.state,
    from(ticket.updatedAt),
    ...[ticket.waitingSince, ticket.snoozedUntil, ticket.remindedAt, ticket.timerAt].map((time) =>
      time ? from(time) : null,
    ),
    ...(ticket.heldFor ? [ticket.heldFor] : []),
  ])
  return JSON.stringify({ event, at: at.getTime(), before })
}

/** Of a ticket that became a member's, or nobody's where `to` is undefined. */
export function undoOfAssigning(before: Ticket, to: string | undefined, at: Date): string {
  return JSON.stringify({
    event: 'assign',
    at: at.getTime(),
    to: to ?? null,
    before: [[before.number, before.assignee ?? null]],
  })
}

/** Of a ticket that got those of the tags that it did not have; undefined where it had them all. */
export function undoOfTagging(
  { number, tags: there }: Ticket,
  tags: readonly string[],
  at: Date,
): string | undefined {
  const known = new Set(there.map(tagKey))
  const added = tags.flatMap((tag, index) => (known.has(tagKey(tag)) ? [] : [index]))
  if (added.length === 0) return undefined
  return JSON.stringify({ event: 'tag', at: at.getTime(), tags, before: [[number, added]] })
}

/** One step of several with the same event and moment, each from one of the above; undefined for none. */
export function undoTogether(steps: readonly string[]): string | undefined {
  const all = steps.map((step) => JSON.parse(step))
  return all.length === 0
    ? undefined
    : JSON.stringify({ ...all[0], before: all.flatMap(({ before }) => before) })
}

/** Undefined unless one of the above may have written it. */
export function readUndo(text: string): Undo | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface Undoing {
  /** Undefined once somebody has changed what the step had changed. */
  change(ticket: Ticket, now: Date): TicketChange | undefined
  /** Whether a ticket in which the step was undone is still as before it. */
  isAsBefore(ticket: Ticket): boolean
}

/** By the ticket's number. */
export function undoingEach(undo: Undo): Map<number, Undoing> {
  if (undo.event === 'assign') return eachOf(undo.before, (before) => undoAssigning(undo, before))
  if (undo.event === 'tag') return eachOf(undo.before, (before) => undoTagging(undo, before))
  return eachOf(undo.before, (before) => undoMoving(undo, before))
}

function eachOf<Before extends { number: number }>(
  all: readonly Before[],
  undoing: (before: Before) => Undoing,
): Map<number, Undoing> {
  return new Map(all.map((before) => [before.number, undoing(before)]))
}

/** Refused once anything else has happened to the ticket. */
function undoMoving(
  { event, at }: Moving,
  { number: _, ...before }: Moving['before'][number],
): Undoing {
  return {
    change: (ticket, now) => {
      const since = ticket.updatedAt.getTime() !== at.getTime()
      // A released one is what it was before it was held.
      const isAsLeft =
        event === 'release'
          ? ticket.state !== 'held'
          : ticket.state === outcome(before.state, event)
      if (since || !isAsLeft) return undefined
      return {
        ...before,
        // The e-mail about the release does not leave. A block that ends has none.
        ...(event === 'release' && before.heldFor !== 'blocked' && { releasedAt: undefined }),
        // E-mails about an open ticket are planned by `updatedAt`; its place in the list goes by `waitingSince`.
        ...(before.state === 'open' && { updatedAt: now }),
        history: [undone(event, before, now)],
      }
    },
    isAsBefore: ({ state }) => state === before.state,
  }
}

function undone(
  event: Moving['event'],
  { state, heldFor }: { state: TicketState; heldFor?: HoldReason },
  now: Date,
): NewHistoryEntry {
  if (heldFor === 'blocked') return entry('owner', 'block', state, now)
  if (heldFor) return entry('owner', 'held', heldFor, now)
  return entry('owner', event === 'snooze' ? 'wake' : 'reopen', state, now)
}

function undoAssigning(
  { to }: Assigning,
  { number, assignee }: Assigning['before'][number],
): Undoing {
  return {
    change: (ticket, now) => {
      if (ticket.number !== number || ticket.assignee !== (to ?? undefined)) return undefined
      return { assignee, history: [entry('owner', 'assigned', assignee ?? '', now)] }
    },
    isAsBefore: (ticket) => ticket.assignee === assignee,
  }
}

/** Tags that others have added meanwhile stay. */
function undoTagging({ tags }: Tagging, { number, added }: Tagging['before'][number]): Undoing {
  const keys = new Set(added.map((index) => tagKey(tags[index] ?? '')))
  const isAdded = (tag: string) => keys.has(tagKey(tag))
  return {
    change: (ticket, now) => {
      const isThere = ticket.tags.filter(isAdded).length === keys.size
      if (ticket.number !== number || !isThere) return undefined
      const left = ticket.tags.filter((tag) => !isAdded(tag))
      return { tags: left, history: [entry('owner', 'tags', left.join(', '), now)] }
    },
    isAsBefore: (ticket) => !ticket.tags.some(isAdded),
  }
}
