import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry, stateChange } from './changes'
import type { OwnerScope } from './scopes'
import type { Ticket, TicketChange, TicketStore } from './tickets'
import { dueStep, later, remindedBefore, type TimerStep } from './timer-rules'

export interface TicketTimers {
  /** At most `limit` tickets of all desks whose `timerAt` has passed, longest due first. */
  due(now: Date, limit: number): Promise<OwnerScope[]>
}

interface Ports {
  tickets: TicketStore
  ticketTimers: TicketTimers
  live: LiveBus
}

interface StepDone {
  step: TimerStep
  ticket: Ticket
}

interface TimersRun {
  done: StepDone[]
  /** Whether more may be due at once. */
  more: boolean
}

/**
 * Carries out at most `limit` due steps and returns them. Each decides on the state within its
 * commit, so recent messages count. Safe to run concurrently, again after a crash, and late: the
 * next step is counted from now, so that a reminder leaves its three days.
 *
 * `before` is called before each reminder is committed, so that its e-mail is not lost in a crash;
 * it may be called twice for one `timerAt`.
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
  // Those that nothing can be done with would be due for ever.
  return { done, more: due.length === limit && done.length > 0 }
}

function stepChange(ticket: Ticket, step: TimerStep, now: Date): TicketChange | undefined {
  if (step !== 'remind') return stateChange(ticket, step, 'desk', now)
  return {
    remindedAt: now,
    timerAt: later(now, remindedBefore),
    history: [entry('desk', 'reminded', '', now)],
  }
}
