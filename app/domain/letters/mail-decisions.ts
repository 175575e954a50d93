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
import type { Message } from '../tickets/messages'
import { readUpTo } from '../tickets/reading'
import type { TicketStore } from '../tickets/tickets'
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
  { accounts, members, tickets, mails }: DecisionPorts,
  mail: TicketMail & { kind: NewsMailKind },
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const recipient = await findRecipient({ accounts, members }, desk.id, mail.reader)
  if (!recipient) return { kind: 'drop' }
  const { member, account } = recipient
  const { events, whose, quiet } = account.notifications ?? usualNotifications
  const modeOf = ({ mail: { kind }, ticket }: News): NotificationMode => {
    const event = kind === 'owner-news' && readUpTo(ticket, member) === 0 ? 'ticket' : 'message'
    // Who is named in a note is meant, whose ever the ticket is.
    if (kind === 'mention' || isAmong(whose?.[event], ticket.assignee, member.uid)) {
      return events[event]
    }
    return 'off'
  }
  const wanted = async (reasons: Mail[]) => {
    const news: News[] = []
    for (const each of reasons) {
      if (!('ticketId' in each)) continue
      const found = await readNews(tickets, each, member)
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
  const waiting = await mails.listWaiting(desk.id, mail.kind, soon, mostJoined, mail.reader)
  const others = await wanted(waiting.filter(({ key }) => key !== mail.key))
  return {
    kind: 'send',
    content: { kind: mail.kind, account, reader: member.reader, desk, news: [...own, ...others] },
    seq: mail.seq,
    join: others.map((news) => news.mail.key),
  }
}

/** Undefined if the member has read, or a colleague answered, all that was written since they joined. */
async function readNews(
  tickets: TicketStore,
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
