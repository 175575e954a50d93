import type { LiveBus } from '../live/live'
import { announce } from './announcing'
import { entry } from './changes'
import { messagesPerPage } from './message-pages'
import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

/** Keeps an existing address. */
export async function leaveEmail(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  secretHash: string,
  visitorEmail: string,
  now: Date,
) {
  const moved = await tickets.move({ secretHash }, (ticket) =>
    ticket.visitorEmail ? undefined : { visitorEmail, updatedAt: now },
  )
  if (moved.kind === 'moved') announce(live, moved.ticket)
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

/** Replaces a correctable address, unless the conversation has gone on. Returns whether it did. */
export async function correctEmail(
  { tickets, live }: { tickets: TicketStore; live: LiveBus },
  ticket: Ticket,
  visitorEmail: string,
  now: Date,
): Promise<boolean> {
  const messages = await tickets.messages(ticket, 0, messagesPerPage)
  if (!isCorrectable(ticket, messages)) return false
  const { secretHash, lastSeq } = ticket
  const moved = await tickets.move({ secretHash }, (current) =>
    current.lastSeq !== lastSeq || current.visitorEmail !== ticket.visitorEmail
      ? undefined
      : { visitorEmail, updatedAt: now, history: [entry('visitor', 'visitor', '', now)] },
  )
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved.kind === 'moved'
}
