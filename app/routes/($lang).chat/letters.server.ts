import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import type { Ticket } from '~/domain/tickets/tickets'
import { sendsLetters } from '~/http/sessions/account-mail.server'

/** Whether answers reach the visitor by e-mail. Says nothing of a block or of spam: `whyNoMail` has the rest. */
export async function getsLetters(
  { id, visitorEmail }: Pick<Ticket, 'id' | 'visitorEmail'>,
  { ownerUid }: Desk,
  { config, services }: AppLoadContext,
): Promise<boolean> {
  if (!sendsLetters(config) || !visitorEmail) return false
  const [owner, stopped] = await Promise.all([
    services.accounts.find(ownerUid),
    services.mails.isStopped(id),
  ])
  return owner?.emailVerified === true && !stopped
}
