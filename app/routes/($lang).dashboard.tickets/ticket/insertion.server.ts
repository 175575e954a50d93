import { readFilledReplies } from '~/components/tickets/saved-replies.server'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { withReplyAtEnd } from '~/domain/tickets/saved-replies'
import type { AskedOfTicket, TicketResult } from './asked.server'

/** Sends nothing: appends a saved reply to the typed text. */
export async function insert(
  { saved }: { saved: string },
  { desk, member, scope, typed, context }: AskedOfTicket,
): Promise<TicketResult> {
  const { tickets, savedReplies } = context.services
  const ticket = await tickets.find(scope)
  if (!ticket) return { status: 404, errors: { form: 'tickets:errors.refused' } }
  const { number, visitorName: name } = ticket
  const about = { number, name, language: answerLanguage(ticket) }
  const replies = await readFilledReplies(savedReplies, desk, about, member.uid)
  const reply = replies.find(({ id }) => id === saved)
  if (!reply) return { status: 404, errors: { form: 'tickets:errors.replyGone' } }
  const body = withReplyAtEnd(typed.body ?? '', reply.text)
  return { status: 200, typed: { ...typed, body, inserted: reply.language } }
}
