import { type Desk, isNew } from '../desks/desks'
import { type Bucket, ownBuckets, sharedBuckets } from '../limits/rate-limits'
import type { MailStore } from '../outbox/mails'
import { emailKey } from '../text/email'
import type { Ticket, TicketStore } from '../tickets/tickets'

/**
 * Anybody may type any address, even for a desk of their own. unverified: the owner's address · held:
 * nobody has released the ticket.
 */
export type NoMailReason = 'unverified' | 'held' | 'stopped'

/** Undefined if e-mail may be sent. */
export function whyNoMail(
  { state, heldFor }: Pick<Ticket, 'state' | 'heldFor'>,
  { verified, stopped }: { verified: boolean; stopped: boolean },
): NoMailReason | undefined {
  if (stopped) return 'stopped'
  if (state === 'held' || heldFor) return 'held'
  return verified ? undefined : 'unverified'
}

/** Newest conversations of an address that are asked for whether it has unsubscribed. */
const mostAsked = 10

/** From one of the address's conversations at this desk: nobody writes to it first. */
export async function hasUnsubscribed(
  { tickets, mails }: { tickets: Pick<TicketStore, 'listOfVisitor'>; mails: MailStore },
  deskId: string,
  email: string,
): Promise<boolean> {
  const own = await tickets.listOfVisitor(deskId, email, mostAsked)
  const stopped = await Promise.all(own.map(({ id }) => mails.isStopped(id)))
  return stopped.includes(true)
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

/** Copies leave half of a desk's limit to its visitors. */
export function copyBuckets(desk: Pick<Desk, 'id' | 'createdAt'>, email: string, now: Date) {
  return [
    ...visitorMailBuckets(desk, email, false, now),
    ...ownBuckets('copy', { account: desk.id }),
  ]
}
