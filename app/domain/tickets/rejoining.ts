import { z } from 'zod'
import { mergeTickets } from './merging'
import type { DeskScope } from './scopes'
import { ticketStates } from './states'
import type { Merged, Ticket } from './tickets'

const moment = z.number().pipe(z.coerce.date())
const time = moment.nullable().transform((at) => at ?? undefined)

const schema = z.object({
  event: z.literal('split'),
  at: moment,
  source: z.number(),
  target: z.number(),
  before: z.object({
    state: z.enum(ticketStates),
    waitingSince: time,
    snoozedUntil: time,
    remindedAt: time,
    timerAt: time,
  }),
})

export type SplitUndo = z.output<typeof schema>

/** `before`: the ticket that the `target` was split off from. */
export function undoOfSplit(before: Ticket, target: Ticket, at: Date): string {
  const { state, number: source } = before
  const [waitingSince, snoozedUntil, remindedAt, timerAt] = [
    before.waitingSince,
    before.snoozedUntil,
    before.remindedAt,
    before.timerAt,
  ].map((each) => each?.getTime() ?? null)
  return JSON.stringify({
    event: 'split',
    at: at.getTime(),
    source,
    target: target.number,
    before: { state, waitingSince, snoozedUntil, remindedAt, timerAt },
  })
}

/** Undefined unless `undoOfSplit` may have written it. */
export function readSplitUndo(text: string): SplitUndo | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Undoes a split: merges what it made back. */
export function rejoinTicket(
  ports: Parameters<typeof mergeTickets>[0],
  desk: DeskScope,
  { at, source, target, before }: SplitUndo,
  now: Date,
): Promise<Merged> {
  return mergeTickets(ports, desk, { source: target, target: source }, now, { at, before })
}
