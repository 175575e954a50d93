import type { Account, AccountStore } from '../accounts/accounts'
import {
  type NotificationMode,
  nextDigest,
  quietUntil,
  usualNotifications,
} from '../accounts/notifications'
import type { Desk, DeskStore } from '../desks/desks'
import type { Feedback, FeedbackStore } from '../feedback/feedback'
import type { MailStore, RecordMail } from '../outbox/mails'

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
  feedback: FeedbackStore
}

/** Milliseconds within which feedback shares one e-mail. */
const together = 10 * 60_000

const mostListed = 20

/** One for all feedback from `now` until it leaves, which is stored afterwards. */
export async function planFeedbackMail(
  { accounts, mails }: { accounts: AccountStore; mails: MailStore },
  desk: Pick<Desk, 'id' | 'ownerUid' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const account = await accounts.find(desk.ownerUid)
  const mode = modeOf(account)
  if (!account || mode === 'off') return
  const soon = new Date((Math.floor(now.getTime() / together) + 1) * together)
  const quiet = account.notifications?.quiet
  const dueAt =
    mode === 'digest'
      ? nextDigest(now, desk.timeZone)
      : (quietUntil(soon, quiet, desk.timeZone) ?? soon)
  const kind = 'feedback-given'
  await mails.add(
    [{ key: `${kind} ${desk.id} ${dueAt.getTime()}`, kind, recordId: desk.id, dueAt }],
    now,
  )
}

/** Feedback between planning the e-mail and its due time; undefined if there is none. */
export async function readFeedbackContent(
  { accounts, desks, feedback }: FeedbackMailPorts,
  { key, recordId, createdAt: since }: RecordMail,
): Promise<FeedbackContent | undefined> {
  const desk = await desks.findById(recordId)
  const account = desk && (await accounts.find(desk.ownerUid))
  if (!desk || !account?.emailVerified || modeOf(account) === 'off') return undefined
  const until = new Date(Number(key.split(' ').at(-1)))
  const { feedback: given } = await feedback.list(
    desk.id,
    { state: 'shown', since, until },
    mostListed,
  )
  return given.length > 0 ? { kind: 'feedback-given', account, desk, feedback: given } : undefined
}

function modeOf(account: Account | undefined): NotificationMode | undefined {
  return account?.notifications?.events.feedback ?? usualNotifications.events.feedback
}
