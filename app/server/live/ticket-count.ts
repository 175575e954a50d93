import type { Ticket } from '~/domain/tickets/tickets'
import type { Visit } from '../arrival/visit'
import { send } from '../responses/send'

const most = 99

/** Counts the visitor's unseen answers, as a number; they stay unseen. */
export async function countUnseen(
  visit: Visit,
  { secretHash, visitorSeenSeq }: Ticket,
): Promise<void> {
  const { tickets } = visit.context.services
  const messages = await tickets.messages({ secretHash }, visitorSeenSeq, most)
  const answers = messages.filter(({ author }) => author === 'owner')
  send(visit, {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(String(answers.length)),
  })
}
