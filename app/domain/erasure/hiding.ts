import type { Ticket } from '../tickets/tickets'

/**
 * Returns what is left of a ticket once it is hidden: a negative number, a secret and a key that
 * nobody knows; merged, into itself, so that no list and no count has it. What is short goes at once.
 */
export function hiddenTicket(ticket: Ticket): Ticket {
  const { id } = ticket
  return {
    ...ticket,
    number: -ticket.number,
    secretHash: `erased ${id}`,
    startKey: `erased ${id}`,
    mergedInto: id,
    state: 'closed',
    priority: 'normal',
    tags: [],
    title: '',
    latest: '',
    visitorName: '',
    visitorEmail: '',
    waitingSince: undefined,
    firstReplyAt: undefined,
    snoozedUntil: undefined,
    timerAt: undefined,
    remindedAt: undefined,
    followUpOf: undefined,
    heldFor: undefined,
    releasedAt: undefined,
    keptBy: undefined,
  }
}
