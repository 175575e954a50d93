import { z } from 'zod'
import type { MailStore } from '../outbox/mails'
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
  /** Where in the source its messages began. */
  first: z.number(),
  before: z.object({
    state: z.enum(ticketStates),
    waitingSince: time,
    snoozedUntil: time,
    remindedAt: time,
    timerAt: time,
  }),
})

export type SplitUndo = z.output<typeof schema>

/** `before`: the ticket whose messages from `first` on became the `target`. */
export function undoOfSplit(before: Ticket, first: number, target: Ticket, at: Date): string {
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
    first,
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

/** Undoes a split: merges what it made back. Letters that had left before are not sent once more. */
export async function rejoinTicket(
  ports: Parameters<typeof mergeTickets>[0] & { mails: Pick<MailStore, 'lastNotifiedSeq'> },
  desk: DeskScope,
  { at, source, target, first, before }: SplitUndo,
  now: Date,
): Promise<Merged> {
  const ticket = await ports.tickets.find({ ...desk, number: source })
  const sent = ticket ? await ports.mails.lastNotifiedSeq(ticket.id, 'visitor-answer') : 0
  const numbers = { source: target, target: source }
  return mergeTickets(ports, desk, numbers, now, { at, before, sentSeq: sent - first + 1 })
}
