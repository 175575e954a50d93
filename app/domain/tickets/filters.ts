import type { TicketState } from './states'

/** From the least to the most pressing. */
export const priorities = ['low', 'normal', 'high'] as const

export type Priority = (typeof priorities)[number]

/** Returns where a priority stands in a list, 0 for the most pressing. */
export function rankOf(priority: Priority): number {
  return priorities.length - 1 - priorities.indexOf(priority)
}

/**
 * Which of a desk's tickets; without a state all but held ones. The pages offer every combination,
 * each in every order: a state or none, with a tag, with a priority. Nothing else is asked.
 */
export interface TicketFilter {
  state?: TicketState
  /** However it is capitalised. */
  tag?: string
  priority?: Priority
}

export const ticketOrders = ['waiting', 'newest', 'priority'] as const

/**
 * waiting: open ones by `waitingSince`, longest first; others by `updatedAt`, newest first ·
 * newest: by `createdAt`, newest first · priority: high ones first, among equals as by waiting.
 */
export type TicketOrder = (typeof ticketOrders)[number]

/** By which time a list goes, which end of it comes first, and whether priority comes before it. */
export interface Sorting {
  time: 'waitingSince' | 'updatedAt' | 'createdAt'
  direction: 'asc' | 'desc'
  ranked: boolean
}

/** Returns how a list is sorted. Those of one priority need no order among priorities. */
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

/** A tag of the desk, and how many tickets bear it. */
export interface TagCount {
  tag: string
  tickets: number
}
