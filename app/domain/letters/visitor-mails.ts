import { type Desk, isNew } from '../desks/desks'
import { type Bucket, ownBuckets, sharedBuckets } from '../limits/rate-limits'
import { emailKey } from '../text/email'
import type { Ticket } from '../tickets/tickets'

/**
 * Anybody may type any address, even for a desk of their own. unverified: the owner's address ·
 * unreturned: the visitor has not opened the released ticket.
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

/** If they `returned` since the last one, only their mailbox's limit counts. */
export function visitorMailBuckets(
  desk: Pick<Desk, 'id' | 'createdAt'>,
  email: string,
  returned: boolean,
  now: Date,
): Bucket[] {
  const mailbox = emailKey(email)
  const own = ownBuckets('mail', { account: mailbox })
  if (returned) return own
  return [
    ...own,
    ...ownBuckets('repeat', { account: `e-mail ${mailbox}` }),
    ...ownBuckets('answer', { account: desk.id }),
    ...(isNew(desk, now) ? sharedBuckets('answer') : []),
  ]
}
