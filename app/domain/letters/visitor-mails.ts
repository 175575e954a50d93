import type { Desk } from '../desks/desks'
import { type Allowance, ownAllowances, sharedAllowances } from '../limits/attempts'
import type { Ticket } from '../tickets/tickets'

/**
 * Why nothing is e-mailed to a ticket's visitor. Anybody may write any address into a form, and an
 * account of one's own decides what is answered there:
 * - unverified: the desk's owner has not shown that their own address is theirs.
 * - unreturned: it looked like spam, and its visitor has not opened their link since it was released.
 * - stopped: the visitor wants no e-mails.
 */
export type NoMailReason = 'unverified' | 'unreturned' | 'stopped'

/** Undefined if e-mail may be sent. */
export function whyNoMail(
  { state, heldFor, releasedAt }: Pick<Ticket, 'state' | 'heldFor' | 'releasedAt'>,
  { verified, stopped }: { verified: boolean; stopped: boolean },
): NoMailReason | undefined {
  if (stopped) return 'stopped'
  if (state === 'held' || heldFor || releasedAt) return 'unreturned'
  return verified ? undefined : 'unverified'
}

/** Milliseconds for which a desk shares the limit of new desks. */
const newFor = 7 * 24 * 3_600_000

/**
 * The rate limits of an e-mail to a visitor. If they `returned` since the last one, only their
 * mailbox's counts.
 */
export function visitorMailAllowances(
  { id, createdAt }: Pick<Desk, 'id' | 'createdAt'>,
  email: string,
  returned: boolean,
  now: Date,
): Allowance[] {
  const mailbox = email.toLowerCase()
  const own = ownAllowances('mail', { account: mailbox })
  if (returned) return own
  const isNew = now.getTime() - createdAt.getTime() < newFor
  return [
    ...own,
    ...ownAllowances('repeat', { account: `e-mail ${mailbox}` }),
    ...ownAllowances('answer', { account: id }),
    ...(isNew ? sharedAllowances('answer') : []),
  ]
}
