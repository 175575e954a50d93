import type { Message } from '../tickets/messages'
import type { Ticket, TicketStore } from '../tickets/tickets'

/** Messages that one e-mail brings. */
export const mostMessages = 50

/** The desk's answers after a message: those of the first page with any, as the visitor may have written many messages before. */
export async function nextAnswers(
  tickets: TicketStore,
  ticket: Ticket,
  after: number,
  isWanted: (message: Message) => boolean,
): Promise<Message[]> {
  for (let from = after; ; ) {
    // With the visitor's permission, so that no note gets in.
    const page = await tickets.messages(ticket, from, mostMessages)
    const answers = page.filter(
      (each) => each.author === 'owner' && each.kind === 'text' && isWanted(each),
    )
    const last = page.at(-1)
    if (answers.length > 0 || !last || page.length < mostMessages) return answers
    from = last.seq
  }
}
