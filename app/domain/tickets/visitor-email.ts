import type { LiveBus } from '../live/live'
import { emailKey } from '../text/email'
import { announce } from './announcing'
import { entry } from './changes'
import type { TicketHistory } from './history'
import { messagesPerPage } from './message-pages'
import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

/** Corrections of a conversation: nobody writes to strangers through one. */
const mostCorrections = 3

/** Lines of history among which they are. */
const mostLines = 500

interface Ports {
  tickets: TicketStore
  ticketHistory: TicketHistory
  live: LiveBus
}

/** Keeps an existing address, and a blocked conversation without one: it would block the address. Returns the ticket. */
export async function leaveEmail(
  { tickets, live }: Pick<Ports, 'tickets' | 'live'>,
  secretHash: string,
  visitorEmail: string,
  now: Date,
): Promise<Ticket | undefined> {
  const moved = await tickets.move({ secretHash }, (ticket) =>
    ticket.visitorEmail || isBlocked(ticket) ? undefined : { visitorEmail, updatedAt: now },
  )
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved.kind === 'unknown' ? undefined : moved.ticket
}

/**
 * Whether who has a conversation's link may replace the address that was typed there: in a conversation that its
 * visitor began on the page, which no e-mail of theirs has reached, so that nothing can have proved the address.
 * `messages` from the first one on; a longer conversation is not read for it.
 */
export function isCorrectable(
  { visitorEmail, lastSeq }: Pick<Ticket, 'visitorEmail' | 'lastSeq'>,
  messages: readonly Pick<Message, 'seq' | 'author' | 'mail'>[],
): boolean {
  if (!visitorEmail || lastSeq > messagesPerPage) return false
  const [first] = messages
  if (first?.seq !== 1 || first.author !== 'visitor') return false
  return !messages.some(({ author, mail }) => author === 'visitor' && mail)
}

/**
 * Replaces a correctable address, three times at most, unless messages have been split off, among which an
 * e-mail may be. Returns the ticket, or undefined where it is refused. The same address changes nothing, and
 * a blocked conversation keeps its own, which is what is blocked.
 */
export async function correctEmail(
  ports: Ports,
  ticket: Ticket,
  visitorEmail: string,
  now: Date,
): Promise<Ticket | undefined> {
  if (isBlocked(ticket) || emailKey(ticket.visitorEmail) === emailKey(visitorEmail)) return ticket
  const { tickets, ticketHistory, live } = ports
  const [messages, history] = await Promise.all([
    tickets.messages(ticket, 0, messagesPerPage),
    ticketHistory.entries(ticket, mostLines),
  ])
  const isSplit = history.some(({ kind }) => kind === 'split-into' || kind === 'split-from')
  const corrections = history.filter(({ kind, actor }) => kind === 'visitor' && actor === 'visitor')
  if (isSplit || corrections.length >= mostCorrections) return undefined
  if (!isCorrectable(ticket, messages)) return undefined
  const moved = await tickets.move({ secretHash: ticket.secretHash }, (current) =>
    isAsRead(ticket, current)
      ? { visitorEmail, updatedAt: now, history: [entry('visitor', 'visitor', '', now)] }
      : undefined,
  )
  // The conversation has gone on since it was read.
  if (moved.kind === 'refused') return correctEmail(ports, moved.ticket, visitorEmail, now)
  if (moved.kind !== 'moved') return undefined
  announce(live, moved.ticket)
  return moved.ticket
}

function isAsRead(read: Ticket, current: Ticket): boolean {
  return (
    current.lastSeq === read.lastSeq &&
    current.visitorEmail === read.visitorEmail &&
    current.heldFor === read.heldFor
  )
}

function isBlocked({ heldFor }: Pick<Ticket, 'heldFor'>): boolean {
  return heldFor === 'blocked'
}
