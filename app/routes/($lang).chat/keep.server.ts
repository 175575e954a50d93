import { type AppLoadContext, redirect } from '@remix-run/node'
import { flash } from '~/http/cookies/flash.server'
import { requireSession } from '~/http/sessions/access.server'
import type { Visit } from './visit.server'

/** Throws the redirect. Knowing the link is the permission. */
export async function keepIfAsked(
  { ticket }: Extract<Visit, { kind: 'ticket' }>,
  intent: string,
  context: AppLoadContext,
): Promise<void> {
  if (intent !== 'keep' && intent !== 'let-go') return
  const { user } = await requireSession(context)
  const { tickets } = context.services
  // Only the account that saved it may remove it.
  if (intent === 'keep') await tickets.keep(ticket.secretHash, user.uid)
  else if (ticket.keptBy === user.uid) await tickets.keep(ticket.secretHash, undefined)
  const { pathname, search } = context.url
  throw redirect(pathname + search, {
    status: 303,
    headers: {
      'Set-Cookie': flash(context, intent === 'keep' ? 'kept' : 'letGo'),
    },
  })
}
