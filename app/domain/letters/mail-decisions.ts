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
import { later } from '../tickets/timer-rules'
import { mostMessages } from './answers'
import type { DecisionPorts } from './decision-ports'
import { readGiven } from './given-ticket'
import { type Decision, mostJoined, mostNewsAnHour, type News, postponed } from './mail-content'
import { decideOrderNews } from './order-news'
import { findRecipient } from './recipients'
import { readRecordContent } from './record-content'
import { decideReplyUnread } from './unread-replies'
import { decideToVisitor } from './visitor-decisions'

const hour = 3_600_000

/** Milliseconds until the digest, after quiet hours. */
const longestWait = 48 * hour

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
  const waiting = (kind: NewsMailKind, before: Date) =>
    mails.listWaiting(desk.id, kind, before, mostJoined, mail.reader)
  const joined = await mails.listJoined(desk.id, mail.key)
  const mentions =
    mail.kind === 'given'
      ? [
          ...(await waiting('mention', later(now, longestWait))),
          ...joined.filter(({ kind }) => kind === 'mention'),
        ]
      : []
  const wanted = async (reasons: Mail[]) => {
    const news: News[] = []
    for (const each of reasons) {
      if (!('ticketId' in each) || each.kind !== mail.kind) continue
      const found = await readNews(ports, each, member, mentions)
      if (found && modeOf(found) !== 'off') news.push(found)
    }
    return news
  }

  const own = await wanted([mail, ...joined])
  if (own.length === 0) return { kind: 'drop' }
  const digest = nextDigest(mail.createdAt, desk.timeZone)
  if (digest > now && own.every((news) => modeOf(news) === 'digest')) return postponed(digest)
  const quietEnd = quietUntil(now, quiet, desk.timeZone)
  if (quietEnd) return postponed(quietEnd)
  const left = await mails.departures(desk.id, mail.kind, later(now, -hour), mail.reader)
  const first = left[0]
  if (first && left.length >= mostNewsAnHour) return postponed(later(first, hour + 1))

  const soon = later(now, holdBack)
  const others = await wanted(
    (await waiting(mail.kind, soon)).filter(({ key }) => key !== mail.key),
  )
  const news = [...own, ...others]
  // A ticket that was given has one e-mail, which says so, and has the notes that name the member.
  const given = mail.kind === 'given' ? [] : await waiting('given', givenBy[mail.kind](now))
  if (aboutThe(news, given).length > 0) return postponed(soon)
  const same =
    mail.kind === 'given'
      ? [
          ...aboutThe(news, await waiting('owner-news', later(now, longestWait))),
          ...aboutThe(news, mentions).filter((each) => isIn(news, each)),
        ]
      : []
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

/** By when the e-mail about a given ticket leaves that another one waits for: a mention does for no digest. */
const givenBy = {
  'owner-news': (now: Date) => later(now, longestWait),
  mention: (now: Date) => later(now, holdBack),
}

/** Whether the letter has the note that an e-mail is about. */
function isIn(news: readonly News[], mail: TicketMail): boolean {
  return news.some(
    ({ ticket, messages }) =>
      ticket.id === mail.ticketId && messages.some(({ seq }) => seq === mail.seq),
  )
}

function aboutThe(news: readonly News[], waiting: readonly Mail[]): TicketMail[] {
  const ids = new Set(news.map(({ ticket }) => ticket.id))
  return waiting.flatMap((each) => ('ticketId' in each && ids.has(each.ticketId) ? [each] : []))
}

/** Undefined if the member has read, or a colleague answered, all that was written since they joined. */
async function readNews(
  { tickets, ticketHistory }: DecisionPorts,
  mail: TicketMail,
  member: Member,
  mentions: readonly Mail[],
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
  if (mail.kind === 'given') {
    return readGiven({ tickets, ticketHistory }, { mail, ticket, member, mentions })
  }
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

/** Both by number and by time, which differ where tickets were merged. */
function follows(later: Message, earlier: Message): boolean {
  return later.seq > earlier.seq && later.createdAt >= earlier.createdAt
}
