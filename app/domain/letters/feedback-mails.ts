import type { Account, AccountStore } from '../accounts/accounts'
import {
  type NotificationMode,
  nextDigest,
  quietUntil,
  usualNotifications,
} from '../accounts/notifications'
import type { Desk, DeskStore } from '../desks/desks'
import { type MemberStore, readerOfMail } from '../desks/members'
import type { Feedback, FeedbackStore } from '../feedback/feedback'
import type { MailStore, NewMail, RecordMail } from '../outbox/mails'
import { findRecipient, keyEnd } from './recipients'

export interface FeedbackContent {
  kind: 'feedback-given'
  account: Account
  desk: Desk
  /** Newest first, at least one. */
  feedback: Feedback[]
}

export interface FeedbackMailPorts {
  accounts: AccountStore
  desks: DeskStore
  members: MemberStore
  feedback: FeedbackStore
}

/** Milliseconds within which feedback shares one e-mail. */
const together = 10 * 60_000

const mostListed = 20

/** One to each member for all feedback from `now` until it leaves, which is stored afterwards. */
export async function planFeedbackMail(
  { accounts, members, mails }: { accounts: AccountStore; members: MemberStore; mails: MailStore },
  { id, timeZone }: Pick<Desk, 'id' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const kind = 'feedback-given'
  const planned: NewMail[] = []
  for (const member of await members.list(id)) {
    const dueAt = dueFor(await accounts.find(member.uid), timeZone, now)
    const reader = readerOfMail(member)
    const key = `${kind} ${id}${keyEnd(member)} ${dueAt?.getTime()}`
    if (dueAt) planned.push({ key, kind, recordId: id, reader, dueAt })
  }
  if (planned.length > 0) await mails.add(planned, now)
}

function dueFor(account: Account | undefined, timeZone: string, now: Date): Date | undefined {
  const mode = modeOf(account)
  if (!account || mode === 'off') return undefined
  const soon = new Date((Math.floor(now.getTime() / together) + 1) * together)
  const quiet = account.notifications?.quiet
  if (mode === 'digest') return nextDigest(now, timeZone)
  return quietUntil(soon, quiet, timeZone) ?? soon
}

/** Feedback between planning the e-mail and its due time; undefined if there is none. */
export async function readFeedbackContent(
  { accounts, desks, members, feedback }: FeedbackMailPorts,
  { key, recordId, reader, createdAt: since }: RecordMail,
): Promise<FeedbackContent | undefined> {
  const desk = await desks.findById(recordId)
  const recipient = desk && (await findRecipient({ accounts, members }, desk.id, reader))
  if (!desk || !recipient || modeOf(recipient.account) === 'off') return undefined
  const until = new Date(Number(key.split(' ').at(-1)))
  const { feedback: given } = await feedback.list(
    desk.id,
    { state: 'shown', since, until },
    mostListed,
  )
  if (given.length === 0) return undefined
  return { kind: 'feedback-given', account: recipient.account, desk, feedback: given }
}

function modeOf(account: Account | undefined): NotificationMode | undefined {
  return account?.notifications?.events.feedback ?? usualNotifications.events.feedback
}
