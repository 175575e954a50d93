import type { MessageMail } from './message-mail'
import { messagesPerPage } from './message-pages'
import type { Ticket, TicketStore } from './tickets'

/** The visitor's newest e-mail among the ticket's last messages; undefined if none has a Message-ID. */
export async function readNewestMail(
  tickets: TicketStore,
  { id, deskId, number, lastSeq }: Ticket,
): Promise<MessageMail | undefined> {
  const after = Math.max(0, lastSeq - messagesPerPage)
  const messages = await tickets.messages({ id, deskId, number }, after, messagesPerPage)
  return messages.findLast(
    ({ author, mail }) => author === 'visitor' && mail?.messageId && !mail.byCopy && !mail.quiet,
  )?.mail
}
