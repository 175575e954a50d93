export const ticketStates = ['open', 'waiting', 'snoozed', 'solved', 'closed', 'held'] as const

/** open: the owner's turn · waiting: the visitor's · held: spam or blocked, not announced. */
export type TicketState = (typeof ticketStates)[number]

/** How a ticket stood when a member held it or blocked its visitor; times in milliseconds. */
export interface BeforeBlock {
  state: TicketState
  waitingSince?: number
  snoozedUntil?: number
  remindedAt?: number
  timerAt?: number
}

/** States as people see them: a solved ticket and a closed one are both done. */
export const listedStates = ['open', 'waiting', 'snoozed', 'done', 'held'] as const

export type ListedState = TicketState | 'done'

export function listedState(state: TicketState): (typeof listedStates)[number] {
  return state === 'solved' || state === 'closed' ? 'done' : state
}

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
  'hold',
] as const

export type TicketEvent = (typeof ticketEvents)[number]

export type Outcome = TicketState | 'follow-up'

/** Every allowed move; the rest is refused. */
const moves: Record<TicketState, Partial<Record<TicketEvent, Outcome>>> = {
  open: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    solve: 'solved',
    close: 'closed',
    block: 'held',
    hold: 'held',
  },
  waiting: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    snooze: 'snoozed',
    solve: 'solved',
    close: 'closed',
    block: 'held',
    hold: 'held',
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
    hold: 'held',
  },
  solved: {
    'visitor-writes': 'open',
    'owner-replies': 'waiting',
    close: 'closed',
    reopen: 'open',
    block: 'held',
    hold: 'held',
  },
  closed: {
    'visitor-writes': 'follow-up',
    reopen: 'open',
    block: 'held',
    hold: 'held',
  },
  held: {
    'visitor-writes': 'held',
    release: 'open',
    close: 'closed',
  },
}

/** Undefined when the move is refused. */
export function outcome(state: TicketState, event: TicketEvent): Outcome | undefined {
  return moves[state][event]
}

export type VisitorWord = 'received' | 'in-progress' | 'waiting' | 'done'

/** Undefined once answered. A held ticket looks to its visitor like any other. */
export function askedAt(
  { state, waitingSince }: { state: TicketState; waitingSince?: Date },
  now: Date,
): Date | undefined {
  return state === 'held' ? now : waitingSince
}

/** A held ticket looks open to its visitor. */
export function visitorWord(ticket: { state: TicketState; firstReplyAt?: Date }): VisitorWord {
  if (ticket.state === 'waiting') return 'waiting'
  if (ticket.state === 'solved' || ticket.state === 'closed') return 'done'
  if (ticket.state === 'snoozed') return 'in-progress'
  return ticket.firstReplyAt ? 'in-progress' : 'received'
}
