export const ticketStates = ['open', 'waiting', 'snoozed', 'solved', 'closed', 'held'] as const

/**
 * open: the owner's turn · waiting: the visitor's turn · held: taken for spam, or of a visitor whom the
 * owner has blocked: nobody is told of it until it is released.
 */
export type TicketState = (typeof ticketStates)[number]

export const ticketEvents = [
  'visitor-writes',
  'owner-replies',
  'snooze',
  'wake',
  'solve',
  'close',
  'reopen',
  'release',
  'block',
] as const

export type TicketEvent = (typeof ticketEvents)[number]

/** What an event makes of a ticket: another state, or a new ticket that follows the old one. */
export type Outcome = TicketState | 'follow-up'

/** Every move that there is. What is not in here is refused. */
const moves: Record<TicketState, Partial<Record<TicketEvent, Outcome>>> = {
  open: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    solve: 'solved',
    close: 'closed',
    block: 'held',
  },
  waiting: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    solve: 'solved',
    close: 'closed',
    block: 'held',
  },
  snoozed: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    wake: 'open',
    solve: 'solved',
    close: 'closed',
    reopen: 'open',
    block: 'held',
  },
  solved: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    close: 'closed',
    reopen: 'open',
    block: 'held',
  },
  closed: {
    'visitor-writes': 'follow-up',
    reopen: 'open',
    block: 'held',
  },
  held: {
    'visitor-writes': 'held',
    release: 'open',
    close: 'closed',
  },
}

/** What the event makes of a ticket in this state, or undefined when the move is refused. */
export function outcome(state: TicketState, event: TicketEvent): Outcome | undefined {
  return moves[state][event]
}

/** The four words that a visitor reads. */
export type VisitorWord = 'received' | 'in-progress' | 'waiting' | 'done'

/** What the visitor is told; a held ticket looks like one that is open. */
export function visitorWord(ticket: { state: TicketState; firstReplyAt?: Date }): VisitorWord {
  if (ticket.state === 'waiting') return 'waiting'
  if (ticket.state === 'solved' || ticket.state === 'closed') return 'done'
  if (ticket.state === 'snoozed') return 'in-progress'
  return ticket.firstReplyAt ? 'in-progress' : 'received'
}
