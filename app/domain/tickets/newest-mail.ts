import type { MessageMail } from './message-mail'
import { messagesPerPage } from './message-pages'
import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

/** The messages that letters look at: the ticket's last ones. */
export function readRecent(
  tickets: TicketStore,
  { id, deskId, number, lastSeq }: Ticket,
): Promise<Message[]> {
  const after = Math.max(0, lastSeq - messagesPerPage)
  return tickets.messages({ id, deskId, number }, after, messagesPerPage)
}

/** The visitor's newest e-mail among them; one that was sent on may have no Message-ID of theirs. */
export function newestMail(recent: readonly Message[]): MessageMail | undefined {
  return recent.findLast(
    ({ author, mail }) =>
      author === 'visitor' && (mail?.messageId || mail?.forwarded) && !mail.byCopy && !mail.quiet,
  )?.mail
}
