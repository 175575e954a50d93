import { z } from 'zod'
import { entry } from './changes'
import { outcome, ticketStates } from './states'
import type { Ticket, TicketChange } from './tickets'

const moment = z.coerce.date()

const schema = z
  .object({
    event: z.enum(['solve', 'close']),
    at: moment,
    before: z.object({
      state: z.enum(ticketStates),
      waitingSince: moment.optional(),
      snoozedUntil: moment.optional(),
      remindedAt: moment.optional(),
      timerAt: moment.optional(),
    }),
  })
  .refine(({ event, before }) => outcome(before.state, event))

/** How a ticket ended, and what it was before. */
export type Undo = z.output<typeof schema>

export function undoOf(event: Undo['event'], ticket: Ticket, at: Date): string {
  const { state, waitingSince, snoozedUntil, remindedAt, timerAt } = ticket
  const before = { state, waitingSince, snoozedUntil, remindedAt, timerAt }
  return JSON.stringify({ event, at, before })
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
  { event, at, before }: Undo,
  now: Date,
): TicketChange | undefined {
  const since = ticket.updatedAt.getTime() !== at.getTime()
  if (since || ticket.state !== outcome(before.state, event)) return undefined
  const { state, waitingSince, snoozedUntil, remindedAt, timerAt } = before
  const history = [entry('owner', 'reopen', state, now)]
  return { state, waitingSince, snoozedUntil, remindedAt, timerAt, updatedAt: now, history }
}
