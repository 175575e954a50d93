import { z } from 'zod'
import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import { type HoldReason, holdReasons } from './spam'
import { outcome, type TicketState, ticketStates } from './states'
import type { Ticket, TicketChange } from './tickets'

/** Short, so that a page of tickets fits into a cookie. */
const moment = z.number().pipe(z.coerce.date())

const before = z
  .tuple([
    z.number().int().positive(),
    z.enum(ticketStates),
    moment.nullable(),
    moment.nullable(),
    moment.nullable(),
    moment.nullable(),
  ])
  .rest(z.enum(holdReasons))
  .transform(([number, state, waiting, snoozed, reminded, timer, heldFor]) => {
    const [waitingSince, snoozedUntil, remindedAt, timerAt] = [
      waiting,
      snoozed,
      reminded,
      timer,
    ].map((at) => at ?? undefined)
    return { number, state, waitingSince, snoozedUntil, remindedAt, timerAt, heldFor }
  })

const schema = z
  .object({
    event: z.enum(['solve', 'snooze', 'release']),
    at: moment,
    before: z.array(before).min(1),
  })
  .refine(({ event, before }) => before.every(({ state }) => outcome(state, event)))

/** A step with tickets, and their fields before it. */
export type Undo = z.output<typeof schema>

export function undoOf(event: Undo['event'], tickets: readonly Ticket[], at: Date): string {
  const before = tickets.map(
    ({ number, state, waitingSince, snoozedUntil, remindedAt, timerAt, heldFor }) => [
      number,
      state,
      ...[waitingSince, snoozedUntil, remindedAt, timerAt].map((time) => time?.getTime() ?? null),
      ...(heldFor ? [heldFor] : []),
    ],
  )
  return JSON.stringify({ event, at: at.getTime(), before })
}

/** One step of several with the same event and moment, each from `undoOf`; undefined for none. */
export function undoTogether(steps: readonly string[]): string | undefined {
  const all = steps.map((step) => JSON.parse(step))
  return all.length === 0
    ? undefined
    : JSON.stringify({ ...all[0], before: all.flatMap(({ before }) => before) })
}

/** Undefined unless `undoOf` may have written it. */
export function readUndo(text: string): Undo | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Undefined once anything else has happened to the ticket. */
export function undoChange(
  ticket: Ticket,
  { event, at }: Pick<Undo, 'event' | 'at'>,
  { number: _, ...before }: Undo['before'][number],
  now: Date,
): TicketChange | undefined {
  const since = ticket.updatedAt.getTime() !== at.getTime()
  if (since || ticket.state !== outcome(before.state, event)) return undefined
  return {
    ...before,
    // The e-mail about the release does not leave. A block that ends has none.
    ...(event === 'release' && before.heldFor !== 'blocked' && { releasedAt: undefined }),
    updatedAt: now,
    history: [undone(event, before, now)],
  }
}

function undone(
  event: Undo['event'],
  { state, heldFor }: { state: TicketState; heldFor?: HoldReason },
  now: Date,
): NewHistoryEntry {
  if (heldFor === 'blocked') return entry('owner', 'block', state, now)
  if (heldFor) return entry('owner', 'held', heldFor, now)
  return entry('owner', event === 'snooze' ? 'wake' : 'reopen', state, now)
}
