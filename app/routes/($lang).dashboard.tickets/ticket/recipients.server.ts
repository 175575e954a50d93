import { readAnswerChoices } from '~/domain/tickets/answer-to'
import { chosenCopies, readParties } from '~/domain/tickets/copies'
import type { Writing } from '~/domain/tickets/writing'
import type { AskedOfTicket } from './asked.server'

/** Whom the form's answer goes to, as far as the conversation names them. */
export async function readRecipients(
  { key, copies, to }: { key: string; copies: string; to: string },
  { scope, context }: AskedOfTicket,
): Promise<Pick<Writing, 'copies' | 'answerTo'>> {
  if (!copies && !to) return { copies: [] }
  const { tickets } = context.services
  const [ticket, earlier] = await Promise.all([tickets.find(scope), tickets.findByKey(scope, key)])
  if (!ticket) return { copies: [] }
  const choices = to && to !== ticket.visitorEmail ? await readAnswerChoices(tickets, ticket) : []
  // Who was in the conversation when the form was sent first counts for it again.
  const known = copies && (earlier?.copies ?? (await readParties(tickets, ticket)).copies)
  return {
    copies: known ? chosenCopies(copies, known) : [],
    answerTo: choices.find((each) => each === to),
  }
}
