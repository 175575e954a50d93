import type { Account, AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import type { MemberStore } from '../desks/members'
import { findSiteDesk, type SiteClaimStore } from '../desks/site-desk'
import { isOutage, type MailboxProblem, type MailboxStore } from '../mail-in/mailboxes'
import type { MailboxMailKind, MailStore, RecordMail } from '../outbox/mails'
import { findManager, toManagers } from './recipients'

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
  members: MemberStore
  siteClaim: SiteClaimStore
  mailboxes: MailboxStore
}

/** Queues one e-mail to each manager for each outage of the mailbox. */
export async function planOutageMail(
  ports: Omit<OutagePorts, 'accounts'> & { mails: MailStore },
  mailboxId: string,
  now: Date,
): Promise<void> {
  const mailbox = await ports.mailboxes.find(mailboxId)
  if (!mailbox?.failedSince || !isOutage(mailbox, now)) return
  const desk = await findSiteDesk(ports)
  if (!desk) return
  const key = `mailbox-outage ${mailboxId} ${mailbox.failedSince.getTime()}`
  const mail = { key, kind: 'mailbox-outage', recordId: mailboxId, dueAt: now } as const
  await ports.mails.add(await toManagers(ports, desk.id, mail), now)
}

/** Undefined if the mailbox is read again, or this manager of the site's desk cannot be written to. */
export async function readOutageContent(
  ports: OutagePorts,
  {
    kind,
    recordId: mailboxId,
    reader,
  }: Pick<RecordMail, 'recordId' | 'reader'> & {
    kind: MailboxMailKind
  },
  now: Date,
): Promise<OutageContent | undefined> {
  const mailbox = await ports.mailboxes.find(mailboxId)
  const desk = await findSiteDesk(ports)
  const account = desk && (await findManager(ports, desk.id, reader))
  if (!mailbox?.failedSince || !isOutage(mailbox, now)) return undefined
  if (!desk || !account) return undefined
  const { failedSince: since, problem = 'connection' } = mailbox
  return { kind, account, desk, mailboxId, since, problem }
}
