import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { requireSession } from '~/http/sessions/access.server'
import type { AtTicket } from './visit.server'

export async function keep(
  _: unknown,
  { intent, ticket, context }: Asked<AtTicket>,
): Promise<ActionResult> {
  const { user } = await requireSession(context)
  const { tickets } = context.services
  // Only the account that saved it may remove it.
  if (intent === 'keep') await tickets.keep(ticket.secretHash, user.uid)
  else if (ticket.keptBy === user.uid) await tickets.keep(ticket.secretHash, undefined)
  return { to: context.path, notice: intent === 'keep' ? 'kept' : 'letGo' }
}
