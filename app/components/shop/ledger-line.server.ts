import { isPressing } from '~/domain/desks/availability'
import type { Desk } from '~/domain/desks/desks'
import type { Ticket } from '~/domain/tickets/tickets'
import type { LedgerLine } from './ledger'

export function ledgerLine(ticket: Ticket, desk: Desk, now: Date): LedgerLine {
  const { number, visitorName, locale, priority, tags } = ticket
  const { waitingSince, snoozedUntil, updatedAt } = ticket
  const own = { number, visitorName, locale, priority, tags, waitingSince, snoozedUntil, updatedAt }
  return {
    ...own,
    words: waitingSince || ticket.state === 'held' ? ticket.latest : ticket.title,
    fresh: ticket.ownerSeenSeq < ticket.lastSeq,
    pressing: waitingSince !== undefined && isPressing(desk, waitingSince, now),
  }
}
