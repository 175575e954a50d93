import { z } from 'zod'
import type { FormAnswer } from '~/domain/forms/forms'
import { formKey, messageText, seenUpTo } from '~/domain/tickets/message-input'
import { longestMessage } from '~/domain/tickets/messages'
import type { TakenBack } from '~/domain/tickets/taken-back'
import type { Ticket } from '~/domain/tickets/tickets'
import { comeAgain } from '~/http/forms/form-action.server'
import { newFormKey } from '~/http/forms/key.server'
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

/**
 * Keeps the words of a message that was taken back, above what its writer has begun to write in the ticket since:
 * in the form that was `typed`, or in a draft. A note among them makes all a note, which no guest is to read.
 */
export async function keepTakenBack(
  { id: ticketId, deskId, lastSeq }: Ticket,
  { body: words, isNote }: TakenBack,
  typed: FormAnswer['typed'],
  { member, context }: AskedOfTicket,
): Promise<void> {
  const { drafts } = context.services
  const { reader } = member
  const there = await drafts.find(ticketId, reader)
  const body = [words, typed.body || there?.body].filter(Boolean).join('\n\n')
  if (!words || body.length > longestMessage) return
  await drafts.save({
    ...{ ticketId, reader, deskId, body },
    key: formKey.catch(there?.key ?? newFormKey()).parse(typed.key),
    isNote: isNote ?? there?.isNote ?? false,
    seen: lastSeq,
    savedAt: context.now(),
  })
}
