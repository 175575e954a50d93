import {
  copyKey,
  type MailStore,
  mergedAnswersKey,
  type NewTicketMail,
  type TicketMail,
} from '../outbox/mails'
import type { Message } from '../tickets/messages'
import { readRecent } from '../tickets/newest-mail'
import type { Ticket, TicketStore } from '../tickets/tickets'
import type { MailContent } from './mail-content'

/**
 * A letter that a server was asked to take counts as sent where its ticket is merged or split meanwhile. If
 * the server does not take it, what it brought and is elsewhere by now gets letters there.
 */
export async function planMoved(
  { mails, tickets }: { mails: MailStore; tickets: TicketStore },
  mail: Pick<TicketMail, 'key'>,
  content: MailContent,
  dueAt: Date,
  now: Date,
): Promise<void> {
  if (content.kind !== 'visitor-answer' && content.kind !== 'visitor-copy') return
  const answers = content.kind === 'visitor-answer' ? content.answers : [content.answer]
  const planned: NewTicketMail[] = []
  for (const answer of answers) {
    const place = await findMessage(tickets, content.ticket, answer)
    if (!place) continue
    const { ticket, message } = place
    if (ticket.id === content.ticket.id && message.seq === answer.seq) continue
    const { id: ticketId, deskId, number } = ticket
    const about = { kind: content.kind, deskId, ticketId, number, dueAt }
    planned.push(
      content.kind === 'visitor-copy'
        ? { ...about, ...copyOf(mail, ticketId, message.seq) }
        : { ...about, ...answerOf(ticket, message) },
    )
  }
  if (planned.length > 0) await mails.add(planned, now)
}

function answerOf({ id, number }: Ticket, { seq, mergedFrom = number }: Message) {
  return { key: mergedAnswersKey(id, { first: seq, last: seq, mergedFrom }), seq: 0 }
}

function copyOf({ key }: Pick<TicketMail, 'key'>, ticketId: string, seq: number) {
  return { key: copyKey(ticketId, seq, Number(key.split(' ').at(-1))), seq }
}

/** In the ticket, in the one that it was merged into, or in one that was split off from either. */
async function findMessage(
  tickets: TicketStore,
  { deskId, number }: Pick<Ticket, 'deskId' | 'number'>,
  { id }: Pick<Message, 'id'>,
): Promise<{ ticket: Ticket; message: Message } | undefined> {
  const ticket = await tickets.find({ deskId, number })
  const recent = ticket ? await readRecent(tickets, ticket) : []
  const message = recent.find((each) => each.id === id)
  if (ticket && message) return { ticket, message }
  for (const { kind, body } of recent) {
    // Numbers grow, so that this ends.
    const isLater = kind === 'split' && Number(body) > number
    const there = isLater && (await findMessage(tickets, { deskId, number: Number(body) }, { id }))
    if (there) return there
  }
  return undefined
}
