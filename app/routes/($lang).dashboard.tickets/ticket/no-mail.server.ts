import type { AppLoadContext } from '@remix-run/node'
import type { Session } from '~/domain/accounts/sessions'
import { type NoMailReason, whyNoMail } from '~/domain/letters/visitor-mails'
import type { Ticket } from '~/domain/tickets/tickets'
import { sendsLetters } from '~/http/sessions/account-mail.server'

/** `limit` is temporary: the e-mail waits. */
export type NoMail =
  | { why: NoMailReason | 'unmailed' }
  | { why: 'limit'; until?: Date }
  | { why: 'bounced'; code: string }

/** Why an answer reaches its visitor by no e-mail; undefined where it does. */
export async function readNoMail(
  ticket: Ticket,
  { user }: Session,
  { services, config }: AppLoadContext,
): Promise<NoMail | undefined> {
  if (!ticket.visitorEmail || ticket.state === 'held') return undefined
  if (!sendsLetters(config)) return { why: 'unmailed' }
  const [stopped, latest] = await Promise.all([
    services.mails.isStopped(ticket.id),
    services.mails.findLatest(ticket.id, 'visitor-answer'),
  ])
  const why = whyNoMail(ticket, { verified: user.emailVerified, stopped })
  if (why) return { why }
  const { problem = '' } = latest ?? {}
  if (latest?.state === 'failed' && problem.startsWith('bounced ')) {
    return { why: 'bounced', code: problem.replace('bounced ', '') }
  }
  const waits = latest?.state === 'due' && latest.problem === 'limit'
  return waits ? { why: 'limit', until: latest.dueAt } : undefined
}
