import type { Account, AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import { findSiteDesk, type SiteClaimStore } from '../desks/site-desk'
import { isOutage, type MailboxProblem, type MailboxStore } from '../mail-in/mailboxes'
import type { MailboxMailKind, MailStore } from '../outbox/mails'

export interface OutageContent {
  kind: MailboxMailKind
  account: Account
  desk: Desk
  mailboxId: string
  since: Date
  problem: MailboxProblem
}

export interface OutagePorts {
  accounts: AccountStore
  desks: DeskStore
  siteClaim: SiteClaimStore
  mailboxes: MailboxStore
}

/** Queues one e-mail for each outage of the mailbox. */
export async function planOutageMail(
  { mailboxes, mails }: Pick<OutagePorts, 'mailboxes'> & { mails: MailStore },
  mailboxId: string,
  now: Date,
): Promise<void> {
  const mailbox = await mailboxes.find(mailboxId)
  if (!mailbox?.failedSince || !isOutage(mailbox, now)) return
  const key = `mailbox-outage ${mailboxId} ${mailbox.failedSince.getTime()}`
  await mails.add([{ key, kind: 'mailbox-outage', recordId: mailboxId, dueAt: now }], now)
}

/** Undefined if the mailbox is read again, or nobody at the site's desk can be written to. */
export async function readOutageContent(
  ports: OutagePorts,
  kind: MailboxMailKind,
  mailboxId: string,
  now: Date,
): Promise<OutageContent | undefined> {
  const mailbox = await ports.mailboxes.find(mailboxId)
  const desk = await findSiteDesk(ports)
  const account = desk && (await ports.accounts.find(desk.ownerUid))
  if (!mailbox?.failedSince || !isOutage(mailbox, now)) return undefined
  if (!desk || !account?.emailVerified) return undefined
  const { failedSince: since, problem = 'connection' } = mailbox
  return { kind, account, desk, mailboxId, since, problem }
}
