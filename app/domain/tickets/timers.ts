import type { LiveBus } from '../live/live'
import { entry, stateChange } from './changes'
import { announce } from './conversations'
import type { OwnerScope, Ticket, TicketChange, TicketStore } from './tickets'
import { dueStep, later, remindedBefore, type TimerStep } from './timer-rules'

/** Finds what is due. */
export interface TicketTimers {
  /** The tickets of all desks whose `timerAt` has come, the longest due first, at most `limit`. */
  due(now: Date, limit: number): Promise<OwnerScope[]>
}

interface Ports {
  tickets: TicketStore
  ticketTimers: TicketTimers
  live: LiveBus
}

export interface StepDone {
  step: TimerStep
  /** As it is now. */
  ticket: Ticket
}

export interface TimersRun {
  done: StepDone[]
  /** Whether there may be more to do at once. */
  more: boolean
}

/**
 * Carries out what is due, at most `limit` steps, and returns what was done. The state within the
 * commit decides: who wrote just before is not overtaken. May be run by several at once, again after
 * a crash, and late: a ticket is then a step further, and the next one is counted from now, so that
 * a reminder leaves its three days.
 *
 * `before` is called with each reminder before it is committed, so that its mail is not lost if the
 * process ends in between; it may be called again for the same one (the same `timerAt`).
 */
export async function runTimers(
  { tickets, ticketTimers, live }: Ports,
  now: Date,
  limit: number,
  before: (reminded: Ticket) => Promise<void> = async () => undefined,
): Promise<TimersRun> {
  const due = await ticketTimers.due(now, limit)
  const done: StepDone[] = []
  for (const { deskId, number } of due) {
    const ticket = await tickets.find({ deskId, number })
    const step = ticket && dueStep(ticket, now)
    if (!step) continue
    if (step === 'remind') await before(ticket)
    const moved = await tickets.move({ deskId, number }, (current) =>
      dueStep(current, now) === step ? stepChange(current, step, now) : undefined,
    )
    if (moved.kind !== 'moved') continue
    announce(live, moved.ticket)
    done.push({ step, ticket: moved.ticket })
  }
  return { done, more: due.length === limit }
}

function stepChange(ticket: Ticket, step: TimerStep, now: Date): TicketChange | undefined {
  if (step !== 'remind') return stateChange(ticket, step, 'desk', now)
  return {
    remindedAt: now,
    timerAt: later(now, remindedBefore),
    history: [entry('desk', 'reminded', '', now)],
  }
}
