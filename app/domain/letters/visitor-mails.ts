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

/** Why no e-mail about the ticket may leave now; undefined if it may. */
export function whyNoMail(
  { state, heldFor, releasedAt }: Pick<Ticket, 'state' | 'heldFor' | 'releasedAt'>,
  { verified, stopped }: { verified: boolean; stopped: boolean },
): NoMailReason | undefined {
  if (stopped) return 'stopped'
  if (state === 'held' || heldFor || releasedAt) return 'unreturned'
  return verified ? undefined : 'unverified'
}

/** Milliseconds in which a desk is new, and shares what all new ones may send. */
const newFor = 7 * 24 * 3_600_000

/**
 * What an e-mail to a visitor spends from. `returned` says that they have been back since the last
 * one: then only their mailbox's own budget counts.
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
