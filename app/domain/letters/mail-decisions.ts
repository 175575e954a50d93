import {
  isAmong,
  type NotificationMode,
  nextDigest,
  quietUntil,
  usualNotifications,
} from '../accounts/notifications'
import type { Desk } from '../desks/desks'
import type { Member } from '../desks/members'
import {
  holdBack,
  isToMember,
  type Mail,
  type NewsMailKind,
  type TicketMail,
} from '../outbox/mails'
import { findWithdrawals } from '../shop/order-withdrawal'
import type { Message } from '../tickets/messages'
import { readUpTo } from '../tickets/reading'
import type { Ticket } from '../tickets/tickets'
import { later } from '../tickets/timer-rules'
import { mostMessages } from './answers'
import type { DecisionPorts } from './decision-ports'
import { type Decision, mostJoined, mostNewsAnHour, type News, postponed } from './mail-content'
import { decideOrderNews } from './order-news'
import { findRecipient } from './recipients'
import { readRecordContent } from './record-content'
import { decideReplyUnread } from './unread-replies'
import { decideToVisitor } from './visitor-decisions'

const hour = 3_600_000

/** Milliseconds until the digest, after quiet hours. */
const longestWait = 48 * hour

/** Lines of a ticket's history that are looked at. */
const mostEntries = 50

/** Decides by the current state whether an e-mail is wanted, now or later, and its content. */
export async function decide(ports: DecisionPorts, mail: Mail, now: Date): Promise<Decision> {
  if ('recordId' in mail) {
    if (mail.kind === 'order-news') return decideOrderNews(ports, mail, now)
    const content = await readRecordContent(ports, { ...mail, kind: mail.kind }, now)
    return content ? { kind: 'send', content, join: [] } : { kind: 'drop' }
  }
  const desk = await ports.desks.findById(mail.deskId)
  if (!desk) return { kind: 'drop' }
  const { kind } = mail
  if (kind === 'reply-unread') return decideReplyUnread(ports, { ...mail, kind }, desk)
  return isToMember(kind)
    ? decideNews(ports, { ...mail, kind }, desk, now)
    : decideToVisitor(ports, { ...mail, kind }, desk, now)
}

async function decideNews(
  ports: DecisionPorts,
  mail: TicketMail & { kind: NewsMailKind },
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const { mails } = ports
  const recipient = await findRecipient(ports, desk.id, mail.reader)
  if (!recipient) return { kind: 'drop' }
  const { member, account } = recipient
  const { events, whose, quiet } = account.notifications ?? usualNotifications
  const modeOf = ({ mail: { kind }, ticket }: News): NotificationMode => {
    const event = kind !== 'mention' && readUpTo(ticket, member) === 0 ? 'ticket' : 'message'
    // Who is named in a note is meant, whose ever the ticket is.
    if (kind === 'mention' || isAmong(whose?.[event], ticket.assignee, member.uid)) {
      return events[event]
    }
    return 'off'
  }
  const wanted = async (reasons: Mail[]) => {
    const news: News[] = []
    for (const each of reasons) {
      if (!('ticketId' in each) || each.kind !== mail.kind) continue
      const found = await readNews(ports, each, member)
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
  const left = await mails.departures(desk.id, mail.kind, later(now, -hour), mail.reader)
  const first = left[0]
  if (first && left.length >= mostNewsAnHour) return postponed(later(first, hour + 1))

  const soon = later(now, holdBack)
  const waiting = (kind: NewsMailKind, before: Date) =>
    mails.listWaiting(desk.id, kind, before, mostJoined, mail.reader)
  const others = await wanted(
    (await waiting(mail.kind, soon)).filter(({ key }) => key !== mail.key),
  )
  const news = [...own, ...others]
  const related = otherKind[mail.kind]
  const same = related ? aboutThe(news, await waiting(related, later(now, longestWait))) : []
  // A ticket that was given has one e-mail, which says so.
  if (mail.kind === 'owner-news' && same.length > 0) return postponed(soon)
  await noteWithdrawals(ports, desk, news)
  return {
    kind: 'send',
    content: { kind: mail.kind, account, reader: member.reader, desk, news },
    seq: mail.seq,
    join: [...others.map((each) => each.mail.key), ...same.map(({ key }) => key)],
  }
}

/** Declarations open tickets of high priority at the site's desk. */
async function noteWithdrawals(
  { orders, siteClaim }: DecisionPorts,
  desk: Desk,
  news: readonly News[],
): Promise<void> {
  const urgent = news.filter(({ ticket }) => ticket.priority === 'high')
  if (urgent.length === 0 || (await siteClaim.find()) !== desk.id) return
  for (const each of urgent) each.withdrawals = await findWithdrawals(orders, each.ticket)
}

/** Which e-mails to a member may be about the same messages. */
const otherKind: Partial<Record<NewsMailKind, NewsMailKind>> = {
  'owner-news': 'given',
  given: 'owner-news',
}

function aboutThe(news: readonly News[], waiting: readonly Mail[]): Mail[] {
  const ids = new Set(news.map(({ ticket }) => ticket.id))
  return waiting.filter((each) => 'ticketId' in each && ids.has(each.ticketId))
}

/** Undefined if the member has read, or a colleague answered, all that was written since they joined. */
async function readNews(
  { tickets, ticketHistory }: DecisionPorts,
  mail: TicketMail,
  member: Member,
): Promise<News | undefined> {
  const { deskId, number } = mail
  const ticket = await tickets.find({ deskId, number })
  // A merged ticket's number is now another's, which has e-mails of its own.
  if (ticket?.id !== mail.ticketId) return undefined
  const scope = { id: ticket.id, deskId, number }
  const read = readUpTo(ticket, member)
  if (mail.kind === 'mention') {
    const [note] = await tickets.messages(scope, mail.seq - 1, 1)
    if (note?.seq !== mail.seq || note.seq <= read) return undefined
    return { mail, ticket, messages: [note] }
  }
  if (mail.kind === 'given') return readGiven({ tickets, ticketHistory }, mail, ticket, member)
  if (ticket.state !== 'open') return undefined
  // The newest: a member may have joined after many messages, or never read those that others answer.
  const after = Math.max(read, ticket.lastSeq - mostMessages)
  const unread = await tickets.messages(scope, after, mostMessages)
  const texts = unread.filter(({ kind }) => kind === 'text')
  const answers = texts.filter(({ author }) => author === 'owner')
  const messages = texts.filter(
    (each) =>
      each.author === 'visitor' &&
      each.createdAt >= member.joinedAt &&
      !answers.some((answer) => follows(answer, each)),
  )
  const [first] = messages
  if (!first) return undefined
  const answer = answers.findLast((each) => each.byUid !== member.uid && follows(first, each))
  return { mail, ticket, messages, answer }
}

/**
 * Undefined once they have read it, and where it is no longer theirs. The messages that wait for an answer, or
 * else the last one.
 */
async function readGiven(
  { tickets, ticketHistory }: Pick<DecisionPorts, 'tickets' | 'ticketHistory'>,
  mail: TicketMail,
  ticket: Ticket,
  member: Member,
): Promise<News | undefined> {
  const { assignee, state, lastSeq } = ticket
  if (assignee !== member.uid || state === 'held' || readUpTo(ticket, member) >= mail.seq) {
    return undefined
  }
  const entries = await ticketHistory.entries(ticket, mostEntries)
  const given = entries.findLast(({ kind, detail }) => kind === 'assigned' && detail === member.uid)
  const { id, deskId, number } = ticket
  const scope = { id, deskId, number }
  const said = await tickets.messages(scope, Math.max(0, lastSeq - mostMessages), mostMessages)
  const texts = said.filter(({ kind }) => kind === 'text')
  const waiting = texts.slice(texts.findLastIndex(({ author }) => author === 'owner') + 1)
  const messages = waiting.length > 0 ? waiting : texts.slice(-1)
  return messages.length > 0 ? { mail, ticket, messages, givenBy: given?.byUid } : undefined
}

/** Both by number and by time, which differ where tickets were merged. */
function follows(later: Message, earlier: Message): boolean {
  return later.seq > earlier.seq && later.createdAt >= earlier.createdAt
}
