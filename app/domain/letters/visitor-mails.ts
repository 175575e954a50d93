import type { MailStore } from '../outbox/mails'
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
