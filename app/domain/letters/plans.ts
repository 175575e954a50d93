import type { MailStore, NewMail, TicketMailKind } from '../outbox/mails'
import type { Ticket } from '../tickets/tickets'

/** What changed lately, at whichever desk: for what the server does by itself. */
export interface ChangedTickets {
  /**
   * Tickets with an `updatedAt` from `from` (included) to `to` (not), the longest ago first, at most
   * `limit`; with `after`, those that come after this one of them.
   */
  between(from: Date, to: Date, limit: number, after?: Ticket): Promise<Ticket[]>
}

interface Ports {
  changedTickets: ChangedTickets
  mails: MailStore
}

/** Milliseconds for which a message may still be read on the page before it is mailed. */
export const holdBack = 2 * 60_000

/** Milliseconds after which a visitor is asked how it was, unless they have said so on the page. */
export const askedAfter = 3_600_000

/** How far back the first scan of a process looks: nobody wants to be told of what is older. */
const catchUp = 2 * 24 * 3_600_000

/** A commit may be a little later than the time that it is stamped with. */
const overlap = 2 * 60_000

const pieceSize = 200

/**
 * Puts a mail into the outbox for every reason that there is to write to somebody, and returns until
 * when it has looked. The reasons are derived from how the tickets are, not noted as they change: so
 * none is lost between two commits, and looking twice finds the same keys.
 */
export async function planMails(
  { changedTickets, mails }: Ports,
  since: Date | undefined,
  now: Date,
): Promise<Date> {
  const from = new Date((since?.getTime() ?? now.getTime() - catchUp) - overlap)
  const to = new Date(now.getTime() + overlap)
  let last: Ticket | undefined
  for (;;) {
    const tickets = await changedTickets.between(from, to, pieceSize, last)
    const found = tickets.flatMap(reasonsToWrite)
    if (found.length > 0) await mails.add(found, now)
    if (tickets.length < pieceSize) return now
    last = tickets.at(-1)
  }
}

/**
 * Puts the reminder into the outbox that a waiting conversation will be ended; for the ticket's own
 * timer, which calls it before it notes that the reminder is on its way.
 */
export async function planReminder(
  { mails }: Pick<Ports, 'mails'>,
  ticket: Ticket,
  now: Date,
): Promise<void> {
  if (!ticket.visitorEmail) return
  const about = `${ticket.id} ${ticket.timerAt?.getTime()}`
  await mails.add([reason('visitor-reminder', ticket, about, now)], now)
}

/**
 * Keyed by what each side has read: the owner is told of a ticket once until it was read or dealt
 * with, a visitor once of each answer. Whether it is still news is asked again when the mail is due.
 */
function reasonsToWrite(ticket: Ticket): NewMail[] {
  const { id, state, lastSeq, ownerSeenSeq, visitorSeenSeq, waitingSince } = ticket
  const due = new Date(ticket.updatedAt.getTime() + holdBack)
  const reasons: NewMail[] = []
  if (state === 'open' && lastSeq > ownerSeenSeq) {
    reasons.push(
      reason('owner-news', ticket, `${id} ${ownerSeenSeq} ${waitingSince?.getTime()}`, due),
    )
  }
  const answered = ticket.firstReplyAt && state !== 'held' && lastSeq > visitorSeenSeq
  if (answered && ticket.visitorEmail) {
    reasons.push(reason('visitor-answer', ticket, `${id} ${lastSeq}`, due))
  }
  if (state === 'solved' && ticket.firstReplyAt && ticket.visitorEmail) {
    const ask = new Date(ticket.updatedAt.getTime() + askedAfter)
    reasons.push(reason('visitor-rating', ticket, `${id} ${ticket.timerAt?.getTime()}`, ask))
  }
  return reasons
}

function reason(kind: TicketMailKind, ticket: Ticket, about: string, dueAt: Date): NewMail {
  const { deskId, id: ticketId, number, lastSeq: seq } = ticket
  return { key: `${kind} ${about}`, kind, deskId, ticketId, number, seq, dueAt }
}
