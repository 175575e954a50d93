import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import { isBegunByDesk, type NewTicket, type Ticket } from './tickets'

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
      priority: 'normal',
      tags: [],
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

export function followedUp({ number, createdAt }: Ticket): NewHistoryEntry {
  return entry('visitor', 'followed-up', String(number), createdAt)
}
