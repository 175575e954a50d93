import { eraseTicket } from '~/domain/erasure/tickets'
import type { FormAnswer } from '~/domain/forms/forms'
import type { OwnerScope } from '~/domain/tickets/tickets'
import { type Asking, again, type Done } from './answers.server'

/** Asks once more, then erases a held ticket; others are the visitor's to erase. */
export async function erase(
  { context }: Asking,
  scope: OwnerScope,
  intent: 'erase' | 'erase-for-good',
  typed: FormAnswer['typed'],
): Promise<Done> {
  const { services, now } = context
  const ticket = await services.tickets.find(scope)
  if (ticket?.state !== 'held') {
    return again(ticket ? 409 : 404, typed, { form: 'tickets:errors.refused' })
  }
  if (intent === 'erase') {
    return { kind: 'shown', status: 200, answer: { typed, errors: {}, erase: true } }
  }
  await eraseTicket(services, scope, now())
  return { kind: 'erased', notice: 'ticketErased' }
}
