import { type Member, type MemberStore, readerOfMail } from '../desks/members'
import { holdBack, type MailStore, type NewMail, type TicketMailKind } from '../outbox/mails'
import { hasUnread, readUpTo } from '../tickets/reading'
import type { Ticket } from '../tickets/tickets'
import { keyEnd } from './recipients'

/** Fields of a ticket that decide whom its e-mails go to, and when. */
export const changedFields = [
  ...(['id', 'deskId', 'number', 'state', 'lastSeq', 'ownerSeenSeq', 'visitorSeenSeq'] as const),
  ...(['waitingSince', 'firstReplyAt', 'timerAt', 'updatedAt', 'visitorEmail'] as const),
  ...(['releasedAt', 'seenBy', 'lastAt'] as const),
] as const

export type ChangedTicket = Pick<Ticket, (typeof changedFields)[number]>

export interface ChangedTickets {
  /** Changed from `from` to before `to`, in an order of the store's own, after the ticket `after`. */
  between(from: Date, to: Date, limit: number, after?: ChangedTicket): Promise<ChangedTicket[]>
}

interface Ports {
  changedTickets: ChangedTickets
  members: Pick<MemberStore, 'list'>
  mails: MailStore
}

/** Milliseconds until a visitor who has not rated gets an e-mail about it. */
export const askedAfter = 3_600_000

/** Milliseconds that the first scan looks back: older news is stale. */
const catchUp = 2 * 24 * 3_600_000

/** Milliseconds that a commit may be later than its timestamp. */
const overlap = 2 * 60_000

/** Their e-mails are one commit: 5 ms of the processor. */
const pieceSize = 40

/** A scan: the time that it went to, and the keys of the e-mails that it found. */
export interface Planned {
  until: Date
  keys: ReadonlySet<string>
}

/**
 * By the tickets' state rather than events, so none is lost; keys make repetition safe. Where `goOn`
 * ends it early, the next scan repeats this one.
 */
export async function planMails(
  { changedTickets, members, mails }: Ports,
  before: Planned | undefined,
  now: Date,
  goOn: () => Promise<boolean>,
): Promise<Planned | undefined> {
  const from = new Date((before?.until.getTime() ?? now.getTime() - catchUp) - overlap)
  const to = new Date(now.getTime() + overlap)
  const keys = new Set<string>()
  const known = new Map<string, Promise<Member[]>>()
  let last: ChangedTicket | undefined
  while (await goOn()) {
    const tickets = await changedTickets.between(from, to, pieceSize, last)
    const found = (await Promise.all(tickets.map(reasonsOf))).flat()
    // Whether a notice that was dropped is wanted again, the store alone knows.
    const isNew = ({ key, kind }: NewMail) => kind === 'owner-news' || !before?.keys.has(key)
    const news = found.filter(isNew)
    if (news.length > 0) await mails.add(news, now)
    for (const { key } of found) keys.add(key)
    if (tickets.length < pieceSize) return { until: now, keys }
    last = tickets.at(-1)
  }
  return before

  async function reasonsOf(ticket: ChangedTicket): Promise<NewMail[]> {
    return [...newsOf(ticket, await membersFor(ticket)), ...reasonsToWrite(ticket)]
  }

  function membersFor({ deskId, state }: ChangedTicket) {
    if (state !== 'open') return []
    const found = known.get(deskId) ?? members.list(deskId)
    known.set(deskId, found)
    return found
  }
}

/** To each member who has not read it. */
function newsOf(ticket: ChangedTicket, members: readonly Member[]): NewMail[] {
  const { id, waitingSince, updatedAt } = ticket
  const due = new Date(updatedAt.getTime() + holdBack)
  return members
    .filter((member) => hasUnread(ticket, member))
    .map((member) => {
      const about = `${id} ${readUpTo(ticket, member)} ${waitingSince?.getTime()}${keyEnd(member)}`
      return { ...reason('owner-news', ticket, about, due), reader: readerOfMail(member) }
    })
}

/** Called by the ticket's timer before it notes the reminder. */
export async function planReminder(
  { mails }: Pick<Ports, 'mails'>,
  ticket: Ticket,
  now: Date,
): Promise<void> {
  if (!ticket.visitorEmail) return
  const about = `${ticket.id} ${ticket.timerAt?.getTime()}`
  await mails.add([reason('visitor-reminder', ticket, about, now)], now)
}

/** For a visitor who asks for the link to their conversation; at most one a minute, or after each change. */
export async function planLink(
  { mails }: Pick<Ports, 'mails'>,
  ticket: Ticket,
  now: Date,
): Promise<void> {
  const minute = Math.floor(now.getTime() / 60_000) * 60_000
  const since = Math.max(minute, ticket.updatedAt.getTime())
  await mails.add([reason('visitor-link', ticket, `${ticket.id} ${since}`, now)], now)
}

/** Keyed by what each side has read: once until it is read. Checked again when due. */
function reasonsToWrite(ticket: ChangedTicket): NewMail[] {
  const { id, state, lastSeq, visitorSeenSeq } = ticket
  const due = new Date(ticket.updatedAt.getTime() + holdBack)
  const reasons: NewMail[] = []
  const answered = ticket.firstReplyAt && state !== 'held' && lastSeq > visitorSeenSeq
  if (answered && ticket.visitorEmail) {
    reasons.push(reason('visitor-answer', ticket, `${id} ${lastSeq}`, due))
  }
  // The visitor has had no receipt until now.
  if (ticket.releasedAt && !ticket.firstReplyAt && ticket.visitorEmail) {
    reasons.push(reason('visitor-released', ticket, `${id} ${ticket.releasedAt.getTime()}`, due))
  }
  if (state === 'solved' && ticket.firstReplyAt && ticket.visitorEmail) {
    const ask = new Date(ticket.updatedAt.getTime() + askedAfter)
    reasons.push(reason('visitor-rating', ticket, `${id} ${ticket.timerAt?.getTime()}`, ask))
  }
  return reasons
}

function reason(kind: TicketMailKind, ticket: ChangedTicket, about: string, dueAt: Date): NewMail {
  const { deskId, id: ticketId, number, lastSeq: seq } = ticket
  return { key: `${kind} ${about}`, kind, deskId, ticketId, number, seq, dueAt }
}
