import { type ListedState, type TicketState, ticketStates } from './states'

export const priorities = ['low', 'normal', 'high'] as const

export type Priority = (typeof priorities)[number]

export function rankOf(priority: Priority): number {
  return priorities.length - 1 - priorities.indexOf(priority)
}

/** letter: it began with a subject, as an e-mail, a form or a letter of the desk's does. */
export const channels = ['chat', 'letter'] as const

export type Channel = (typeof channels)[number]

/** Without a state all but held ones. Pages offer every combination. */
export interface TicketFilter {
  state?: ListedState
  tag?: string
  priority?: Priority
  /** The member whose they are; nobody's if empty. */
  assignee?: string
  /** Of the open ones those that `isWoken`. */
  woken?: true
  channel?: Channel
  /** Changed at this moment or later, and before that one. */
  from?: Date
  before?: Date
}

/** Whether a ticket passes what of a filter a store may leave to be compared ticket by ticket. */
export function isWithin(
  { channel, from, before }: TicketFilter,
  { subject, updatedAt }: { subject?: string; updatedAt: Date },
): boolean {
  const began: Channel = subject === undefined ? 'chat' : 'letter'
  return (
    (!channel || began === channel) &&
    (!from || updatedAt >= from) &&
    (!before || updatedAt < before)
  )
}

export const ticketOrders = ['waiting', 'newest', 'priority'] as const

/**
 * waiting: open ones by `waitingSince`, longest first; others by `updatedAt`, newest first ·
 * newest: by `createdAt`, newest first · priority: high first, then as waiting.
 */
export type TicketOrder = (typeof ticketOrders)[number]

export interface Sorting {
  time: 'waitingSince' | 'updatedAt' | 'createdAt'
  direction: 'asc' | 'desc'
  ranked: boolean
}

/** Within one priority, priority is no criterion. */
export function sortingOf(
  { state, priority }: TicketFilter,
  order: TicketOrder = 'waiting',
): Sorting {
  const ranked = order === 'priority' && !priority
  if (order === 'newest') return { time: 'createdAt', direction: 'desc', ranked }
  return state === 'open'
    ? { time: 'waitingSince', direction: 'asc', ranked }
    : { time: 'updatedAt', direction: 'desc', ranked }
}

/** Without a state: all but held ones. */
export function statesIn({ state }: TicketFilter): TicketState[] {
  if (state === 'done') return ['solved', 'closed']
  return state ? [state] : ticketStates.filter((each) => each !== 'held')
}

export interface TagCount {
  tag: string
  tickets: number
}

/** Tickets by their member's account, then by state. */
export type AssignedCounts = Record<string, Partial<Record<TicketState, number>>>
