import type { AccountStore } from '../accounts/accounts'
import {
  type NotificationMode,
  nextDigest,
  quietUntil,
  usualNotifications,
} from '../accounts/notifications'
import type { Desk, DeskStore } from '../desks/desks'
import { type FeedbackStore, isAsked } from '../feedback/feedback'
import type { RateLimitStore } from '../limits/rate-limits'
import type { PresenceStore } from '../live/presence'
import type { Mail, MailStore, TicketMail, TicketMailKind } from '../outbox/mails'
import type { Ticket, TicketStore } from '../tickets/tickets'
import { later, remindedBefore } from '../tickets/timer-rules'
import { type Decision, mostJoined, mostNewsAnHour, type News, postponed } from './mail-content'
import { decideOrderNews } from './order-news'
import { holdBack } from './plans'
import { type RecordPorts, readRecordContent } from './record-content'
import { visitorMailBuckets, whyNoMail } from './visitor-mails'

export interface DecisionPorts extends RecordPorts {
  accounts: AccountStore
  rateLimits: RateLimitStore
  desks: DeskStore
  tickets: TicketStore
  feedback: FeedbackStore
  mails: MailStore
  presence: PresenceStore
}

const hour = 3_600_000

const mostMessages = 50

/** Milliseconds for confirming the owner's address, and between checks. */
const verifiedWithin = 48 * hour
const lookedAtEvery = hour

type Decide = (
  ports: DecisionPorts,
  mail: TicketMail,
  about: { ticket: Ticket; desk: Desk },
  now: Date,
) => Promise<Decision>

const decisions: Record<Exclude<TicketMailKind, 'owner-news'>, Decide> = {
  'visitor-answer': decideAnswer,
  'visitor-reminder': decideReminder,
  'visitor-rating': decideRating,
  'visitor-released': decideReleased,
  'visitor-link': decideLink,
  'visitor-copy': decideCopy,
  'visitor-receipt': async (_, { seq }, { ticket, desk }) => {
    return { kind: 'send', content: { kind: 'visitor-receipt', ticket, desk }, seq, join: [] }
  },
}

/** Decides by the current state whether an e-mail is wanted, now or later, and its content. */
export async function decide(ports: DecisionPorts, mail: Mail, now: Date): Promise<Decision> {
  if ('recordId' in mail) {
    if (mail.kind === 'order-news') return decideOrderNews(ports, mail, now)
    const content = await readRecordContent(ports, { ...mail, kind: mail.kind }, now)
    return content ? { kind: 'send', content, join: [] } : { kind: 'drop' }
  }
  const desk = await ports.desks.findById(mail.deskId)
  if (!desk) return { kind: 'drop' }
  return mail.kind === 'owner-news'
    ? decideNews(ports, mail, desk, now)
    : decideToVisitor(ports, { ...mail, kind: mail.kind }, desk, now)
}

/** Checks first whether the visitor may get e-mail at all, last the rate limits. */
async function decideToVisitor(
  ports: DecisionPorts,
  mail: TicketMail & { kind: keyof typeof decisions },
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const { accounts, rateLimits, mails, tickets } = ports
  const ticket = await tickets.find({ deskId: mail.deskId, number: mail.number })
  if (ticket?.id !== mail.ticketId) return { kind: 'drop' }
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
  const decision = await decisions[mail.kind](ports, mail, { ticket, desk }, now)
  // Retries were counted the first time.
  if (decision.kind !== 'send' || mail.tries > 1) return decision
  const notifiedSeq = await mails.lastNotifiedSeq(ticket.id, 'visitor-answer')
  const returned = !isCopy && notifiedSeq > 0 && ticket.visitorSeenSeq >= notifiedSeq
  const { content } = decision
  const to = content.kind === 'visitor-copy' ? content.to : ticket.visitorEmail
  const buckets = visitorMailBuckets(desk, to, returned, now)
  const wait = await rateLimits.consume(buckets, now)
  return wait === 0 ? decision : { ...postponed(later(now, wait)), problem: 'limit' }
}

async function decideNews(
  { accounts, tickets, mails }: DecisionPorts,
  mail: TicketMail,
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const account = await accounts.find(desk.ownerUid)
  if (!account?.emailVerified) return { kind: 'drop' }
  const { events, quiet } = account.notifications ?? usualNotifications
  const modeOf = ({ ticket }: News): NotificationMode =>
    events[ticket.ownerSeenSeq === 0 ? 'ticket' : 'message']
  const wanted = async (reasons: Mail[]) => {
    const news: News[] = []
    for (const each of reasons) {
      if (!('ticketId' in each)) continue
      const found = await readNews(tickets, each)
      if (found && modeOf(found) !== 'off') news.push(found)
    }
    return news
  }

  const own = await wanted([mail, ...(await mails.listJoined(desk.id, mail.key))])
  if (own.length === 0) return { kind: 'drop' }
  const digest = nextDigest(mail.createdAt, desk.timeZone)
  if (digest > now && own.every((news) => modeOf(news) === 'digest')) return postponed(digest)
  const quietEnd = quietUntil(now, quiet, desk.timeZone)
  if (quietEnd) return postponed(quietEnd)
  const left = await mails.departures(desk.id, mail.kind, later(now, -hour))
  const first = left[0]
  if (first && left.length >= mostNewsAnHour) return postponed(later(first, hour + 1))

  const waiting = await mails.listWaiting(desk.id, mail.kind, later(now, holdBack), mostJoined)
  const others = await wanted(waiting.filter(({ key }) => key !== mail.key))
  return {
    kind: 'send',
    content: { kind: 'owner-news', account, desk, news: [...own, ...others] },
    seq: mail.seq,
    join: others.map((news) => news.mail.key),
  }
}

/** Undefined if nothing is unread. */
async function readNews(tickets: TicketStore, mail: TicketMail): Promise<News | undefined> {
  const { deskId, number } = mail
  const ticket = await tickets.find({ deskId, number })
  // A merged ticket's number is now another's, which has e-mails of its own.
  if (ticket?.id !== mail.ticketId || ticket.state !== 'open') return undefined
  const unread = await tickets.messages(
    { id: ticket.id, deskId, number },
    ticket.ownerSeenSeq,
    mostMessages,
  )
  const messages = unread.filter(({ author, kind }) => author === 'visitor' && kind === 'text')
  return messages.length > 0 ? { mail, ticket, messages } : undefined
}

async function decideAnswer(
  { tickets, mails, presence }: DecisionPorts,
  mail: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
  now: Date,
): Promise<Decision> {
  const notifiedSeq = await mails.lastNotifiedSeq(ticket.id, mail.kind)
  const after = Math.max(ticket.visitorSeenSeq, notifiedSeq)
  // With the visitor's permission, so that no note gets in.
  const unread = await tickets.messages(ticket, after, mostMessages)
  const answers = unread.filter(
    // The other ticket's e-mails were about these.
    ({ author, kind, mergedFrom }) => author === 'owner' && kind === 'text' && !mergedFrom,
  )
  const seq = answers.at(-1)?.seq
  if (seq === undefined) return { kind: 'drop' }
  const { visitor } = await presence.at(ticket.id, now)
  if (visitor !== 'away') return postponed(later(now, holdBack))
  return {
    kind: 'send',
    content: { kind: 'visitor-answer', ticket, desk, answers },
    seq,
    join: [],
  }
}

/** Of the answer as it is now, which may have moved to another ticket. */
async function decideCopy(
  { tickets }: DecisionPorts,
  { key, seq }: TicketMail,
  { ticket, desk }: { ticket: Ticket; desk: Desk },
): Promise<Decision> {
  const [answer] = await tickets.messages(ticket, seq - 1, 1)
  const to = answer?.copies?.[Number(key.split(' ').at(-1))]
  if (!answer || !to || answer.seq !== seq || answer.author !== 'owner') return { kind: 'drop' }
  return {
    kind: 'send',
    content: { kind: 'visitor-copy', ticket, desk, answer, to },
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
