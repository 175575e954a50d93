import { z } from 'zod'
import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import { type HoldReason, holdReasons, isHeldByMember } from './spam'
import { outcome, type TicketState, ticketStates } from './states'
import type { Ticket } from './tickets'
import {
  moment,
  number,
  setting,
  tagging,
  type Undoing,
  undoSetting,
  undoTagging,
} from './undo-of-organising'

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
    event: z.enum(['solve', 'snooze', 'release', 'block', 'hold']),
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

const schema = z.union([moving, setting, tagging])

/** A step with tickets, and what it changed of them as it was before. */
export type Undo = z.output<typeof schema>

type Moving = z.output<typeof moving>

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

/** One step of several with the same event and moment, each as its own undo was written; undefined for none. */
export function undoTogether(steps: readonly string[]): string | undefined {
  const all = steps.map((step) => JSON.parse(step))
  return all.length === 0
    ? undefined
    : JSON.stringify({ ...all[0], before: all.flatMap(({ before }) => before) })
}

/** Undefined unless it may be one of those that were given out. */
export function readUndo(text: string): Undo | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** By the ticket's number. */
export function undoingEach(undo: Undo): Map<number, Undoing> {
  if ('to' in undo) return eachOf(undo.before, (before) => undoSetting(undo, before))
  if ('tags' in undo) return eachOf(undo.before, (before) => undoTagging(undo, before))
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
        ...(event === 'release' && !isHeldByMember(before.heldFor) && { releasedAt: undefined }),
        ...(holds(event) && { beforeBlock: undefined }),
        // E-mails about an open ticket are planned by `updatedAt`; its place in the list goes by `waitingSince`.
        ...(before.state === 'open' && { updatedAt: now }),
        history: [undone(event, before, now)],
      }
    },
    isAsBefore: ({ state }) => state === before.state,
  }
}

function holds(event: Moving['event']): boolean {
  return event === 'block' || event === 'hold'
}

function undone(
  event: Moving['event'],
  { state, heldFor }: { state: TicketState; heldFor?: HoldReason },
  now: Date,
): NewHistoryEntry {
  if (holds(event)) return entry('owner', 'release', state, now)
  if (heldFor === 'blocked') return entry('owner', 'block', state, now)
  if (heldFor) return entry('owner', 'held', heldFor, now)
  return entry('owner', event === 'snooze' ? 'wake' : 'reopen', state, now)
}
