import type { TicketState } from './states'

/** From the least to the most pressing. */
export const priorities = ['low', 'normal', 'high'] as const

export type Priority = (typeof priorities)[number]

/** Which of a desk's tickets; without a state all but held ones. */
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

/** A tag of the desk, and how many tickets bear it. */
export interface TagCount {
  tag: string
  tickets: number
}
