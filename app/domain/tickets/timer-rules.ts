import type { TicketState } from './states'
import type { Ticket } from './tickets'

const day = 24 * 3_600_000

/** Milliseconds. */
const closedAfter = 7 * day
const solvedAfter = 14 * day
export const remindedBefore = 3 * day

export type TimerStep = 'wake' | 'remind' | 'solve' | 'close'

/** On entering this state or being answered in it. Snoozed tickets have a date. */
export function timerAfter(state: Exclude<TicketState, 'snoozed'>, now: Date): Date | undefined {
  if (state === 'waiting') return later(now, solvedAfter - remindedBefore)
  return state === 'solved' ? later(now, closedAfter) : undefined
}

export function dueStep(ticket: Ticket, now: Date): TimerStep | undefined {
  if (!ticket.timerAt || ticket.timerAt > now) return undefined
  if (ticket.state === 'snoozed') return 'wake'
  if (ticket.state === 'waiting') return ticket.remindedAt ? 'solve' : 'remind'
  return ticket.state === 'solved' ? 'close' : undefined
}

export function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}
