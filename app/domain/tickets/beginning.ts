import { entry } from './changes'
import type { NewHistoryEntry } from './history-entries'
import type { NewTicket, Ticket } from './tickets'

export function beginTicket(
  ticket: NewTicket,
  number: number,
): { ticket: Ticket; history: NewHistoryEntry[] } {
  const { createdAt, heldFor } = ticket
  const started = entry('visitor', 'started', '', createdAt)
  return {
    ticket: {
      ...ticket,
      number,
      priority: 'normal',
      tags: [],
      lastSeq: 1,
      visitorSeenSeq: 0,
      ownerSeenSeq: 0,
      updatedAt: createdAt,
    },
    history: heldFor ? [started, entry('desk', 'held', heldFor, createdAt)] : [started],
  }
}

export function followedUp({ number, createdAt }: Ticket): NewHistoryEntry {
  return entry('visitor', 'followed-up', String(number), createdAt)
}
