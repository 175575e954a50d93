import type { Ticket } from './tickets'
import type { Writing } from './writing'

/**
 * Whether another member has answered since the page of this one, which shows the messages up to `seen`. A
 * guest's message is no reason to ask again. A number that the ticket does not have proves nothing.
 */
export function isOvertaken(
  { answeredSeq = 0, answeredBy, lastSeq }: Pick<Ticket, 'answeredSeq' | 'answeredBy' | 'lastSeq'>,
  { reader, seen = 0 }: Pick<Writing, 'reader' | 'seen'>,
): boolean {
  if (reader === undefined || answeredBy === undefined || answeredBy === reader) return false
  return answeredSeq > (seen <= lastSeq ? seen : 0)
}
