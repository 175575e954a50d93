import type { TicketState } from './states'
import type { Ticket } from './tickets'

const day = 24 * 3_600_000

/** How long (milliseconds) each thing waits. */
export const closedAfter = 7 * day
export const solvedAfter = 14 * day
export const remindedBefore = 3 * day

/** What is done for a ticket when its time has come. */
export type TimerStep = 'wake' | 'remind' | 'solve' | 'close'

/**
 * When there is something to do for a ticket that has just come into this state, or has just been
 * answered in it. A snoozed one has a date of its own.
 */
export function timerAfter(state: Exclude<TicketState, 'snoozed'>, now: Date): Date | undefined {
  if (state === 'waiting') return later(now, solvedAfter - remindedBefore)
  return state === 'solved' ? later(now, closedAfter) : undefined
}

/** What is due for the ticket now, if anything is. */
export function dueStep(ticket: Ticket, now: Date): TimerStep | undefined {
  if (!ticket.timerAt || ticket.timerAt > now) return undefined
  if (ticket.state === 'snoozed') return 'wake'
  if (ticket.state === 'waiting') return ticket.remindedAt ? 'solve' : 'remind'
  return ticket.state === 'solved' ? 'close' : undefined
}

export function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}
