import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import type { NewTicket, Ticket } from './tickets'

export function beginTicket(
  ticket: NewTicket,
  number: number,
): { ticket: Ticket; history: NewHistoryEntry[] } {
  const { createdAt, heldFor } = ticket
  const byDesk = isBegunByDesk(ticket)
  const started = entry(byDesk ? 'owner' : 'visitor', 'started', '', createdAt)
  return {
    ticket: {
      ...ticket,
      number,
      priority: ticket.priority ?? 'normal',
      tags: ticket.tags ?? [],
      lastSeq: 1,
      visitorSeenSeq: 0,
      ownerSeenSeq: byDesk ? 1 : 0,
      seenBy: ticket.seenBy ?? {},
      lastAt: createdAt,
      updatedAt: createdAt,
    },
    history: heldFor ? [started, entry('desk', 'held', heldFor, createdAt)] : [started],
  }
}

/** The desk wrote first; nobody was waiting for an answer. */
export function isBegunByDesk({
  firstReplyAt,
  createdAt,
}: Pick<Ticket, 'firstReplyAt' | 'createdAt'>): boolean {
  return firstReplyAt?.getTime() === createdAt.getTime()
}

export function followedUp({ number, createdAt }: Ticket): NewHistoryEntry {
  return entry('visitor', 'followed-up', String(number), createdAt)
}
