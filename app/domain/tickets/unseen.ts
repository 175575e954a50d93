import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

const most = 99

/** The first answers that the visitor has not seen, 99 at most; marks none as seen. */
export async function unseenAnswers(
  tickets: Pick<TicketStore, 'messages'>,
  { secretHash, lastSeq, visitorSeenSeq }: Ticket,
): Promise<Message[]> {
  if (lastSeq <= visitorSeenSeq) return []
  const messages = await tickets.messages({ secretHash }, visitorSeenSeq, most)
  return messages.filter(({ author, kind }) => author === 'owner' && kind === 'text')
}
