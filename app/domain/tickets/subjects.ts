import type { MergedLink } from './history'
import type { Message } from './messages'
import type { Ticket } from './tickets'

/**
 * What the desk wrote above the message with which it began the conversation, or one of those that were
 * merged into it. `merged` has only their numbers in common with messages, and when both were written.
 */
export function subjectOf(
  { seq, createdAt, mergedFrom }: Pick<Message, 'seq' | 'createdAt' | 'mergedFrom'>,
  ticket: Pick<Ticket, 'subject'>,
  merged: readonly MergedLink[] = [],
): string | undefined {
  if (mergedFrom === undefined) return seq === 1 ? ticket.subject : undefined
  const origin = merged.find(({ number }) => number === mergedFrom)
  return origin?.createdAt.getTime() === createdAt.getTime() ? origin.subject : undefined
}
