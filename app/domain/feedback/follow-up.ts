import type { MemberStore } from '../desks/members'
import type { LiveBus } from '../live/live'
import { moveTicket, startTicket } from '../tickets/conversations'
import type { TicketStore } from '../tickets/tickets'
import type { FeedbackStore } from './feedback'

interface Ports {
  feedback: FeedbackStore
  tickets: TicketStore
  members: Pick<MemberStore, 'list'>
  live: LiveBus
}

type FollowedUp =
  | { kind: 'opened' | 'reopened'; number: number }
  | { kind: 'nobody' }
  | { kind: 'unknown' }

interface FollowUpTicket {
  secretHash(startKey: string): string
  /** Replaces the comment if there is none. */
  words: string
}

/**
 * Reopens the ticket of feedback, or begins one with free feedback's words, which is news for no member;
 * idempotent.
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
    if (moved.kind === 'unknown') return moved
    // Pressed twice.
    const isOpen = given.kind === 'free' && moved.kind === 'refused'
    return { kind: isOpen ? 'opened' : 'reopened', number: moved.ticket.number }
  }
  if (!given.email) return { kind: 'nobody' }
  const { comment, locale, email } = given
  const startKey = `feedback-${id}`
  const readBy = (await ports.members.list(deskId)).map(({ reader }) => reader)
  const visitor = { locale, email, name: '', secretHash: secretHash(startKey) }
  const start = { deskId, startKey, body: comment || words, readBy, ...visitor }
  const { ticket } = await startTicket({ tickets, live: ports.live }, start, now)
  await feedback.attach(deskId, id, ticket)
  return { kind: 'opened', number: ticket.number }
}
