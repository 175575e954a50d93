export const ticketStates = ['open', 'waiting', 'snoozed', 'solved', 'closed', 'held'] as const

/**
 * open: the owner's turn · waiting: the visitor's turn · held: taken for spam, seen by nobody until
 * released.
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
  },
  waiting: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    solve: 'solved',
    close: 'closed',
  },
  snoozed: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    wake: 'open',
    solve: 'solved',
    close: 'closed',
    reopen: 'open',
  },
  solved: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    close: 'closed',
    reopen: 'open',
  },
  closed: {
    'visitor-writes': 'follow-up',
    reopen: 'open',
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

/** What the visitor is told; a held ticket looks like any other that nobody has read yet. */
export function visitorWord(ticket: { state: TicketState; firstReplyAt?: Date }): VisitorWord {
  if (ticket.state === 'waiting') return 'waiting'
  if (ticket.state === 'solved' || ticket.state === 'closed') return 'done'
  if (ticket.state === 'snoozed') return 'in-progress'
  return ticket.state === 'open' && ticket.firstReplyAt ? 'in-progress' : 'received'
}
