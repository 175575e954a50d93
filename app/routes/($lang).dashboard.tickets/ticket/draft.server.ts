import { z } from 'zod'
import { formKey, messageText, seenUpTo } from '~/domain/tickets/message-input'
import { comeAgain } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { type AskedOfTicket, done, type TicketResult } from './asked.server'

/** `as`: whether it is a note's, which scripts alone know. */
export const draftInput = z.object({
  key: formKey,
  body: messageText,
  as: z.enum(['note', 'reply']).catch('reply'),
})

/** Keeps what is typed, or nothing once the field is empty. What was sent meanwhile is no draft. */
export async function keepDraft(
  { key, body, as }: z.output<typeof draftInput>,
  asked: AskedOfTicket,
): Promise<TicketResult> {
  const { scope, member, typed, context } = asked
  const { tickets, drafts } = context.services
  const ticket = await tickets.find(scope)
  if (!ticket) return { status: 404, errors: { form: 'tickets:errors.refused' } }
  const wait = await consume(context, 'draft', member.uid)
  if (wait > 0) return comeAgain(wait)
  const { reader } = member
  if (body === '') await drafts.remove(ticket.id, reader)
  else if (!(await tickets.findByKey(scope, key)))
    await drafts.save({
      ...{ ticketId: ticket.id, reader, deskId: ticket.deskId, key, body },
      isNote: as === 'note',
      seen: seenUpTo.parse(typed.seen) ?? ticket.lastSeq,
      savedAt: context.now(),
    })
  return body === '' ? { status: 200 } : done('draftKept', asked)
}
