import type { LiveBus } from '../live/live'
import { moveTicket, startTicket } from '../tickets/conversations'
import type { TicketStore } from '../tickets/tickets'
import type { FeedbackStore } from './feedback'

interface Ports {
  feedback: FeedbackStore
  tickets: TicketStore
  live: LiveBus
}

export type FollowedUp =
  /** The ticket with this number is open now, or was. */
  | { kind: 'open'; number: number }
  /** Free feedback whose writer left no address: there is nobody to answer. */
  | { kind: 'nobody' }
  | { kind: 'unknown' }

/** What a new ticket needs that only its caller can make. */
export interface FollowUpTicket {
  /** The secret's hash for a ticket that is begun with this key. */
  secretHash(startKey: string): string
  /** Said in the visitor's name where the rating came without a comment. */
  words: string
}

/**
 * Makes a ticket of somebody's feedback: the one that it was given for is open again, for free
 * feedback one begins with its words. Doing it twice is doing it once.
 */
export async function followUp(
  ports: Ports,
  deskId: string,
  id: string,
  { secretHash, words }: FollowUpTicket,
  now: Date,
): Promise<FollowedUp> {
  const { feedback, tickets } = ports
  const given = await feedback.find(deskId, id)
  if (!given) return { kind: 'unknown' }
  if (given.number !== undefined) {
    const moved = await moveTicket(ports, { deskId, number: given.number }, 'reopen', now)
    return moved.kind === 'unknown' ? moved : { kind: 'open', number: moved.ticket.number }
  }
  if (!given.email) return { kind: 'nobody' }
  const { comment, locale, email } = given
  const startKey = `feedback-${id}`
  const visitor = { locale, email, name: '', secretHash: secretHash(startKey) }
  const start = { deskId, startKey, body: comment || words, ...visitor }
  const { ticket } = await startTicket({ tickets, live: ports.live }, start, now)
  await feedback.attach(deskId, id, ticket)
  return { kind: 'open', number: ticket.number }
}
