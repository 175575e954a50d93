import { type Member, readerOfMail } from '../desks/members'
import {
  copyKey,
  holdBack,
  leavingStates,
  type MailState,
  type MergedAnswers,
  mergedAnswersKey,
  mergedAnswersOf,
  type NewTicketMail,
  type TicketMail,
  waitingStates,
} from '../outbox/mails'
import type { NewMessage } from './messages'
import type { Ticket, TicketChange } from './tickets'
import { later } from './timer-rules'
import type { Writing } from './writing'

type SentMessage = Pick<NewMessage, 'id' | 'author' | 'kind' | 'copies'>

/** Members whom it notifies, and when it may leave. */
type Notified = Pick<Writing, 'named' | 'unreadOf' | 'undoSeconds'>

/** Milliseconds between the visitor's own e-mail and its copies. */
const copiesAfter = 1_000

/**
 * An answer's, from the end of its undo on; one for each member whom a note names, wherever the note is
 * moved, and one for the member whose answer by e-mail it is.
 */
function mailsOfMessage(
  ticket: Ticket,
  { id, author, kind, copies = [] }: SentMessage,
  { named = [], unreadOf, undoSeconds = 0 }: Notified,
  now: Date,
): NewTicketMail[] {
  const { deskId, id: ticketId, number, lastSeq } = ticket
  const seq = lastSeq + 1
  const about = { deskId, ticketId, number, seq }
  const dueAt = later(now, holdBack)
  const leavesAt = later(now, undoSeconds * 1_000)
  // A visitor's copies are those that their own e-mail went to.
  const isAnswer = author === 'owner' && kind === 'text'
  const ofAnswer = isAnswer ? mailsOfAnswer(ticket, seq, copies, leavesAt) : []
  const ofMentions = named.map((member) => {
    const key = `mention ${id} ${member.reader}`
    return { ...about, kind: 'mention' as const, key, dueAt, reader: readerOfMail(member) }
  })
  return [
    ...ofAnswer,
    ...ofMentions,
    ...(unreadOf ? [replyUnreadOf(ticket, unreadOf, seq, now)] : []),
  ]
}

/** To its visitor, whom `planMails` else writes to once two minutes are over, and the copies. */
export function mailsOfAnswer(
  ticket: Ticket,
  seq: number,
  copies: readonly string[],
  leavesAt: Date,
): NewTicketMail[] {
  const { deskId, id: ticketId, number, visitorEmail } = ticket
  const about = { deskId, ticketId, number, seq, dueAt: leavesAt }
  const own = {
    ...about,
    kind: 'visitor-answer',
    key: `visitor-answer ${ticketId} ${seq}`,
  } as const
  return [...(visitorEmail ? [own] : []), ...mailsOfCopies(ticket, seq, copies, leavesAt)]
}

/** One for each address that the answer `seq` goes to besides its visitor's, not before their own e-mail. */
function mailsOfCopies(
  { deskId, id: ticketId, number }: Ticket,
  seq: number,
  copies: readonly string[],
  leavesAt: Date,
): NewTicketMail[] {
  const dueAt = later(leavesAt, copiesAfter)
  return copies.map((_, index) => {
    const key = copyKey(ticketId, seq, index)
    return { key, kind: 'visitor-copy', deskId, ticketId, number, seq, dueAt }
  })
}

/** Makes a message's change plan its e-mails. */
export function withMailsOf(
  message: SentMessage,
  notified: Notified,
  now: Date,
  decide: (ticket: Ticket) => TicketChange | undefined,
) {
  return (ticket: Ticket) => {
    const change = decide(ticket)
    if (!change) return undefined
    const answered = { ...ticket, visitorEmail: change.visitorEmail ?? ticket.visitorEmail }
    return { ...change, mails: mailsOfMessage(answered, message, notified, now) }
  }
}

/** For a ticket that an e-mail has begun. */
export function receiptOf({ deskId, id: ticketId, number, createdAt }: Ticket): NewTicketMail {
  const key = `visitor-receipt ${ticketId} 1`
  return { key, kind: 'visitor-receipt', deskId, ticketId, number, seq: 1, dueAt: createdAt }
}

/** For the member whose a colleague made the ticket. */
export function givenTo(
  { deskId, id: ticketId, number, lastSeq: seq, waitingSince }: Ticket,
  member: Member,
  now: Date,
): NewTicketMail {
  const reader = readerOfMail(member)
  const about = [now.getTime(), waitingSince?.getTime(), ...(reader ? [reader] : [])]
  const key = `given ${ticketId} ${about.map(String).join(' ')}`
  return { key, kind: 'given', deskId, ticketId, number, seq, reader, dueAt: later(now, holdBack) }
}

/** For the member whose answer to a notice the ticket's message `seq` is. */
export function replyUnreadOf(
  { deskId, id: ticketId, number }: Ticket,
  member: Member,
  seq: number,
  dueAt: Date,
): NewTicketMail {
  const kind = 'reply-unread'
  const reader = readerOfMail(member)
  return { key: `${kind} ${ticketId} ${seq}`, kind, deskId, ticketId, number, seq, reader, dueAt }
}

/**
 * For answers of the source that its visitor has neither read nor been sent, and for those that came
 * to it by merging and wait for an e-mail. `mails` are all about the source's answers. The target's own
 * answers are counted apart, so that `seq` is 0.
 */
export function mailsOfMerge(
  source: Ticket,
  target: Ticket,
  mails: readonly TicketMail[],
  now: Date,
): NewTicketMail[] {
  const { deskId, id: ticketId, number, lastSeq: after } = target
  const about = { deskId, ticketId, number, seq: 0, dueAt: later(now, holdBack) }
  return unsentAnswers(source, mails).map(({ first, last, mergedFrom }) => {
    const key = mergedAnswersKey(ticketId, { first: after + first, last: after + last, mergedFrom })
    return { ...about, kind: 'visitor-answer', key }
  })
}

function unsentAnswers(
  { number: mergedFrom, firstReplyAt, visitorEmail, visitorSeenSeq, lastSeq }: Ticket,
  mails: readonly TicketMail[],
): MergedAnswers[] {
  if (!firstReplyAt || !visitorEmail) return []
  const isOne = ({ state }: TicketMail, states: readonly MailState[]) => states.includes(state)
  const earlier = mails.filter((mail) => isOne(mail, waitingStates))
  // Of merged answers it is 0.
  const sent = mails.filter((mail) => isOne(mail, leavingStates)).map(({ seq }) => seq)
  const own = { first: Math.max(0, ...sent) + 1, last: lastSeq, mergedFrom }
  return [...earlier.flatMap((mail) => mergedAnswersOf(mail) ?? []), own]
    .map((each) => ({ ...each, first: Math.max(each.first, visitorSeenSeq + 1) }))
    .filter(({ first, last }) => first <= last)
}
