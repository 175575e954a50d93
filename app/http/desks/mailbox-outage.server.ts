import type { AppLoadContext } from '@remix-run/node'
import { isOutage, type MailboxProblem } from '~/domain/mail-in/mailboxes'
import { formatDateTime } from '~/i18n/formats'
import { requireDesk } from '../sessions/access.server'

/** For the site's desk: since when its mailbox cannot be read, and why. Undefined while it can. */
export async function mailboxOutage(
  context: AppLoadContext,
): Promise<{ time: string; problem: MailboxProblem } | undefined> {
  const { imap } = context.config.mailIn ?? {}
  const mailbox = imap && (await context.services.mailboxes.find(imap.id))
  if (!mailbox?.failedSince || !isOutage(mailbox, context.now())) return undefined
  const { desk } = await requireDesk(context)
  const time = formatDateTime(mailbox.failedSince, context.language, desk.timeZone)
  return { time, problem: mailbox.problem ?? 'connection' }
}

/** How many e-mails of the site's mailbox are still to be read; undefined at other desks. */
export async function mailboxProgress(
  { config, services }: AppLoadContext,
  deskId: string,
): Promise<{ left: number; waiting: number } | undefined> {
  const { imap } = config.mailIn ?? {}
  if (!imap || (await services.siteClaim.find()) !== deskId) return undefined
  const mailbox = await services.mailboxes.find(imap.id)
  return mailbox && { left: mailbox.left, waiting: mailbox.waiting.length }
}
