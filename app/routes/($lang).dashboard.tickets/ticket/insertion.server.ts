import { withReplyAtEnd } from '~/domain/tickets/saved-replies'
import type { AskedOfTicket, TicketResult } from './asked.server'
import { readFilledReplies } from './saved-replies.server'

/** Sends nothing: appends a saved reply to the typed text. */
export async function insert(
  { saved }: { saved: string },
  { desk, member, scope, typed, context }: AskedOfTicket,
): Promise<TicketResult> {
  const { tickets, savedReplies } = context.services
  const ticket = await tickets.find(scope)
  if (!ticket) return { status: 404, errors: { form: 'tickets:errors.refused' } }
  const replies = await readFilledReplies(savedReplies, desk, ticket, member.uid)
  const reply = replies.find(({ id }) => id === saved)
  if (!reply) return { status: 404, errors: { form: 'tickets:errors.replyGone' } }
  const body = withReplyAtEnd(typed.body ?? '', reply.text)
  return { status: 200, typed: { ...typed, body, inserted: reply.language } }
}
