import { emailKey } from '../text/email'
import { messagesPerPage } from './message-pages'
import type { Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

/** Addresses that are shown for an answer. */
const mostChoices = 4

/**
 * Whom an answer may go to: the visitor's address, and where their e-mails name another for answers, the
 * one that they came from and that one. The first is the one that it goes to unless a member chooses.
 */
export function answerChoices(
  { visitorEmail }: Pick<Ticket, 'visitorEmail'>,
  messages: readonly Pick<Message, 'author' | 'mail'>[],
): string[] {
  const named = messages
    .filter(({ author, mail }) => author === 'visitor' && mail?.replyTo && !mail.byCopy)
    .toReversed()
    .flatMap(({ mail }) => [mail?.replyTo ?? '', mail?.from ?? ''])
  const choices = new Map<string, string>()
  for (const each of [visitorEmail, ...named]) {
    if (each && !choices.has(emailKey(each))) choices.set(emailKey(each), each)
  }
  return [...choices.values()].slice(0, mostChoices)
}

/** By its last messages. */
export async function readAnswerChoices(tickets: TicketStore, ticket: Ticket): Promise<string[]> {
  const { id, deskId, number, lastSeq } = ticket
  const after = Math.max(0, lastSeq - messagesPerPage)
  return answerChoices(
    ticket,
    await tickets.messages({ id, deskId, number }, after, messagesPerPage),
  )
}
