import { z } from 'zod'
import type { LiveBus } from '../live/live'
import type { PresenceStore } from '../live/presence'
import { announce } from './announcing'
import { entry, signedBy } from './changes'
import type { MentionStore } from './mentions'
import type { Message } from './messages'
import { eachReading } from './reading'
import type { OwnerScope } from './scopes'
import { ticketStates } from './states'
import type { Ticket, TicketChange } from './tickets'

/** Milliseconds that a letter may leave later than its undo ends. */
const latest = 10_000

export type Retracted =
  | { kind: 'retracted'; ticket: Ticket }
  /** It was taken back before; nothing changed. */
  | { kind: 'again'; ticket: Ticket }
  | { kind: 'refused'; ticket: Ticket }
  | { kind: 'unknown' }

export interface TicketRetractions {
  /**
   * Takes back the message with this key in one commit: its place stays, so that `seq` has no gaps and its
   * key stays known, and nobody is shown it; its files are held again from `at` on; its letters are dropped.
   * Refused where one of them has left, or `decide` returns undefined, which must be pure and may run more than once.
   */
  retract(
    scope: OwnerScope,
    clientKey: string,
    decide: (ticket: Ticket, message: Message) => TicketChange | undefined,
    at: Date,
  ): Promise<Retracted>
}

const moment = z.number().pipe(z.coerce.date())

const schema = z.object({
  answer: z.string(),
  number: z.number(),
  seconds: z.number(),
  to: z.string(),
  /** What undoes the end of its ticket alone, once the answer has left. */
  end: z.string().optional(),
  /** When it was written, if it is a note. */
  noteAt: moment.optional(),
  before: z.object({
    state: z.enum(ticketStates),
    waitingSince: moment.optional(),
    snoozedUntil: moment.optional(),
    remindedAt: moment.optional(),
    timerAt: moment.optional(),
    firstReplyAt: moment.optional(),
    lastAt: moment.optional(),
    answeredSeq: z.number().optional(),
    answeredBy: z.string().optional(),
    assignee: z.string().optional(),
    /** Only where the answer has changed it. */
    visitorEmail: z.string().optional(),
    latest: z.string(),
    latestBy: z.string().optional(),
  }),
})

/** An answer or a note that may be taken back, and what its ticket was before. */
export type Retraction = z.output<typeof schema>

/** Of what was sent just now, to be signed. */
export function retractionOf(
  { message, ticket, before }: { message: Message; ticket: Ticket; before: Ticket },
  seconds: number,
): string {
  const time = (date: Date | undefined) => date?.getTime()
  const { number, state, answeredSeq, answeredBy, assignee, visitorEmail, latest } = before
  const { latestBy } = before
  const to = ticket.visitorEmail
  return JSON.stringify({
    answer: message.clientKey,
    number,
    seconds,
    to,
    noteAt: message.kind === 'note' ? time(message.createdAt) : undefined,
    before: {
      ...{ state, answeredSeq, answeredBy, assignee, latest, latestBy },
      visitorEmail: visitorEmail === to ? undefined : visitorEmail,
      waitingSince: time(before.waitingSince),
      snoozedUntil: time(before.snoozedUntil),
      remindedAt: time(before.remindedAt),
      timerAt: time(before.timerAt),
      firstReplyAt: time(before.firstReplyAt),
      lastAt: time(before.lastAt),
    },
  })
}

/** The same with what undoes the end of the ticket, which came with the answer. */
export function withEnd(retraction: string, end: string): string {
  return JSON.stringify({ ...JSON.parse(retraction), end })
}

/** Undefined unless `retractionOf` may have written it. */
export function readRetraction(text: string): Retraction | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * What taking back an answer or a note changes. Undefined once its time is over, an answer's visitor has read it, or
 * anything but the end of the ticket has followed it. What became of the ticket after a note stays.
 */
export function retraction(
  ticket: Ticket,
  { id: _, ...message }: Message,
  { seconds, before, answer, to, noteAt }: Retraction,
  byUid: string,
  now: Date,
): TicketChange | undefined {
  const { seq, author, kind, body, attachments = [], copies = [], createdAt, mergedFrom } = message
  const isNote = noteAt !== undefined
  const isMeant = author === 'owner' && kind === (isNote ? 'note' : 'text')
  const isOwn = isMeant && message.byUid === byUid
  const isLast = seq === ticket.lastSeq && mergedFrom === undefined
  const isOver = now.getTime() > createdAt.getTime() + seconds * 1_000 + latest
  if (!isOwn || !isLast || isOver) return undefined
  const isAsLeft = ticket.state === 'waiting' || ticket.state === 'solved'
  if (!isNote && (!isAsLeft || ticket.visitorSeenSeq >= seq)) return undefined
  // Who had read everything before it has nothing unread now.
  const read = (seen: number) => (seen === seq - 1 ? seq : seen)
  const { assignee, visitorEmail, ...fields } = before
  const files = attachments.map(({ id }) => id)
  const seen = {
    visitorSeenSeq: read(ticket.visitorSeenSeq),
    ownerSeenSeq: read(ticket.ownerSeenSeq),
    seenBy: eachReading(ticket, read),
  }
  const back = { key: answer, byUid, body, files, copies, to }
  if (isNote) {
    const takenBack = { ...back, isNote } as const
    return { ...seen, takenBack, lastAt: before.lastAt, updatedAt: now, history: [] }
  }
  return {
    waitingSince: undefined,
    snoozedUntil: undefined,
    remindedAt: undefined,
    timerAt: undefined,
    firstReplyAt: undefined,
    answeredSeq: undefined,
    answeredBy: undefined,
    latestBy: undefined,
    ...fields,
    // Taken with the answer.
    ...(assignee === undefined && ticket.assignee === byUid && { assignee }),
    ...(visitorEmail !== undefined && ticket.visitorEmail === to && { visitorEmail }),
    ...seen,
    takenBack: back,
    updatedAt: now,
    history: [entry('owner', 'retract', '', now)],
  }
}

interface Ports {
  ticketRetractions: TicketRetractions
  tickets: { find(scope: OwnerScope): Promise<Ticket | undefined> }
  presence: Pick<PresenceStore, 'at'>
  mentions: Pick<MentionStore, 'forget'>
  live: LiveBus
}

/** Once; pressed again, as done. An answer is refused while its visitor is on the page, which has shown it. */
export async function retractMessage(
  { ticketRetractions, tickets, presence, mentions, live }: Ports,
  scope: OwnerScope & { byUid: string },
  step: Retraction,
  now: Date,
): Promise<Retracted> {
  const ticket = await tickets.find(scope)
  if (!ticket) return { kind: 'unknown' }
  const { noteAt } = step
  const { visitor } = await presence.at(ticket.id, now)
  if (!noteAt && visitor !== 'away') return { kind: 'refused', ticket }
  const { byUid } = scope
  const decide = (ticket: Ticket, message: Message) =>
    signedBy(byUid, (there) => retraction(there, message, step, byUid, now))(ticket)
  const retracted = await ticketRetractions.retract(scope, step.answer, decide, now)
  if (noteAt && 'ticket' in retracted && retracted.kind !== 'refused')
    await mentions.forget(ticket.id, noteAt)
  if (retracted.kind === 'retracted') announce(live, retracted.ticket)
  return retracted
}
