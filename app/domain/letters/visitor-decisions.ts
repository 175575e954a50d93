import type { AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import type { MemberStore } from '../desks/members'
import { type FeedbackStore, isAsked } from '../feedback/feedback'
import type { RateLimitStore } from '../limits/rate-limits'
import type { PresenceStore } from '../live/presence'
import {
  holdBack,
  type MailStore,
  type MemberMailKind,
  mergedAnswersOf,
  mostCounted,
  type TicketMail,
  type TicketMailKind,
  waitingStates,
} from '../outbox/mails'
import { readNewestMail } from '../tickets/newest-mail'
import type { Ticket, TicketStore } from '../tickets/tickets'
import { later, remindedBefore } from '../tickets/timer-rules'
import { nextAnswers } from './answers'
import { type Decision, postponed } from './mail-content'
import type { RecordPorts } from './record-content'
import { copyBuckets, visitorMailBuckets, whyNoMail } from './visitor-mails'

export interface DecisionPorts extends RecordPorts {
  accounts: AccountStore
  rateLimits: RateLimitStore
  desks: DeskStore
  members: MemberStore
  tickets: TicketStore
  feedback: FeedbackStore
  mails: MailStore
  presence: PresenceStore
}

const hour = 3_600_000

/** Milliseconds for confirming the owner's address, and between checks. */
const verifiedWithin = 48 * hour
const lookedAtEvery = hour

/** What no person has written or asked for. */
const automatic: readonly TicketMailKind[] = [
  'visitor-receipt',
  'visitor-reminder',
  'visitor-rating',
  'visitor-released',
]

/** Bring the link to a conversation, where its ticket was merged that to the other one. */
const linking: readonly TicketMailKind[] = ['visitor-link', 'visitor-receipt']

/** Those of a desk to one address within so many milliseconds: it may be a program that answers. */
const mostAutomatic = 3
const automaticWithin = 24 * hour

type Decide = (
  ports: DecisionPorts,
  mail: TicketMail,
  about: { ticket: Ticket; desk: Desk },
  now: Date,
) => Promise<Decision>

const decisions: Record<Exclude<TicketMailKind, MemberMailKind>, Decide> = {
  'visitor-answer': decideAnswer,
  'visitor-reminder': decideReminder,
  'visitor-rating': decideRating,
  'visitor-released': decideReleased,
  'visitor-link': decideLink,
  'visitor-copy': decideCopy,
  'visitor-receipt': async ({ tickets }, { seq, ticketId }, { ticket, desk }) => {
    // The answer's e-mail has the link, too.
    if (ticket.firstReplyAt && ticket.id === ticketId) return { kind: 'drop' }
    const repliesTo = await readNewestMail(tickets, ticket)
    const content = { kind: 'visitor-receipt', ticket, desk, repliesTo } as const
    return { kind: 'send', content, seq, join: [] }
  },
}

/** Checks first whether the visitor may get e-mail at all, last the rate limits. */
export async function decideToVisitor(
  ports: DecisionPorts,
  mail: TicketMail & { kind: keyof typeof decisions },
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const { accounts, rateLimits, mails, tickets } = ports
  const ticket = await tickets.find({ deskId: mail.deskId, number: mail.number })
  if (!ticket) return { kind: 'drop' }
  const isMerged = ticket.id !== mail.ticketId
  if (isMerged && !linking.includes(mail.kind)) return { kind: 'drop' }
  const isCopy = mail.kind === 'visitor-copy'
  if (!isCopy && !ticket.visitorEmail) return { kind: 'drop' }
  const owner = await accounts.find(desk.ownerUid)
  const facts = {
    verified: owner?.emailVerified === true,
    // Who asks for the link wants this one; a copy is not the visitor's to stop.
    stopped: mail.kind !== 'visitor-link' && !isCopy && (await mails.isStopped(ticket.id)),
  }
  const problem = whyNoMail(ticket, facts)
  const hopeful = later(mail.createdAt, verifiedWithin) > now
  if (problem === 'unverified' && hopeful)
    return { ...postponed(later(now, lookedAtEvery)), problem }
  if (problem) return { kind: 'drop', problem }
  if (automatic.includes(mail.kind) && (await isOften(ports, ticket, now))) {
    return { kind: 'drop', problem: 'often' }
  }
  const decision = await decisions[mail.kind](ports, mail, { ticket, desk }, now)
  // Retries were counted the first time.
  if (decision.kind !== 'send' || mail.tries > 1) return decision
  const notifiedSeq = await mails.lastNotifiedSeq(ticket.id, 'visitor-answer')
  const returned = notifiedSeq > 0 && ticket.visitorSeenSeq >= notifiedSeq
  const { content } = decision
  const buckets =
    content.kind === 'visitor-copy'
      ? copyBuckets(desk, content.to, now)
      : visitorMailBuckets(desk, ticket.visitorEmail, returned, now)
  const wait = await rateLimits.consume(buckets, now)
  return wait === 0 ? decision : { ...postponed(later(now, wait)), problem: 'limit' }
}

async function isOften(
  { tickets, mails }: DecisionPorts,
  { deskId, visitorEmail }: Ticket,
  now: Date,
): Promise<boolean> {
  const own = await tickets.listOfVisitor(deskId, visitorEmail, mostCounted)
  const ids = own.map(({ id }) => id)
  const left = await mails.countLeft(ids, automatic, later(now, -automaticWithin))
  return left >= mostAutomatic
}

async function decideAnswer(
  { tickets, mails, presence }: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
  now: Date,
): Promise<Decision> {
  const merged = mergedAnswersOf(mail)
  const notifiedSeq = merged ? merged.first - 1 : await mails.lastNotifiedSeq(ticket.id, mail.kind)
  const after = Math.max(ticket.visitorSeenSeq, notifiedSeq)
  const answers = await nextAnswers(
    tickets,
    ticket,
    after,
    // Those of a merged ticket have e-mails of their own.
    ({ mergedFrom, seq }) => mergedFrom === merged?.mergedFrom && seq <= (merged?.last ?? seq),
  )
  const newest = answers.at(-1)?.seq
  if (newest === undefined) return { kind: 'drop' }
  const seq = merged ? mail.seq : newest
  const { visitor } = await presence.at(ticket.id, now)
  if (visitor !== 'away') return postponed(later(now, holdBack))
  return {
    kind: 'send',
    content: {
      kind: 'visitor-answer',
      ticket,
      desk,
      answers,
      repliesTo: await readNewestMail(tickets, ticket),
    },
    seq,
    join: [],
  }
}

/** After the visitor's own e-mail, so that a limit never stops that one for a copy. */
async function decideCopy(
  { tickets, mails }: DecisionPorts,
  { key, seq }: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
  now: Date,
): Promise<Decision> {
  const own = await mails.findLatest(ticket.id, 'visitor-answer')
  const isWaiting = waitingStates.some((each) => each === own?.state)
  if (isWaiting) return postponed(later(now, holdBack))
  const [answer] = await tickets.messages(ticket, seq - 1, 1)
  const to = answer?.copies?.[Number(key.split(' ').at(-1))]
  if (!answer || !to || answer.seq !== seq || answer.author !== 'owner') return { kind: 'drop' }
  return {
    kind: 'send',
    content: {
      kind: 'visitor-copy',
      ticket,
      desk,
      answer,
      to,
      repliesTo: await readNewestMail(tickets, ticket),
    },
    seq,
    join: [],
  }
}

async function decideReminder(
  _: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
  now: Date,
): Promise<Decision> {
  if (ticket.state !== 'waiting' || ticket.lastSeq !== mail.seq) return { kind: 'drop' }
  const endsAt = (ticket.remindedAt && ticket.timerAt) ?? later(now, remindedBefore)
  const content = { kind: 'visitor-reminder', ticket, desk, endsAt } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

/** Not for those who have come back meanwhile, or whose answer brings the link. */
async function decideReleased(
  _: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
): Promise<Decision> {
  if (!ticket.releasedAt || ticket.firstReplyAt) return { kind: 'drop' }
  const content = { kind: 'visitor-released', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

async function decideLink(
  _: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
): Promise<Decision> {
  const content = { kind: 'visitor-link', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}

/** At most once, however often the conversation is reopened and solved. */
async function decideRating(
  { mails, feedback }: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
): Promise<Decision> {
  if (!isAsked(ticket)) return { kind: 'drop' }
  const wasAsked = (await mails.lastNotifiedSeq(ticket.id, mail.kind)) > 0
  const given = await feedback.findOf(ticket)
  if (wasAsked || given) return { kind: 'drop' }
  const content = { kind: 'visitor-rating', ticket, desk } as const
  return { kind: 'send', content, seq: mail.seq, join: [] }
}
