import type { FormAnswer } from '~/domain/forms/forms'
import type { Ticket } from '~/domain/tickets/tickets'
import type { BulkMoved } from '~/domain/tickets/work'

/** A ticket as the step before a merge shows it. */
export type MergeSide = Pick<
  Ticket,
  'number' | 'visitorName' | 'visitorEmail' | 'title' | 'state' | 'locale' | 'createdAt'
>

/** What the room shows of a form that did not lead on to another page. */
export interface TicketsAnswer extends FormAnswer {
  /** What was done, in words, while a text that was not sent is shown again. */
  done?: string
  /** What came of the chosen tickets. */
  bulk?: BulkMoved & { event: 'solve' | 'close' | 'release' | 'erase' }
  /** The chosen tickets that are to be gone for good; to be confirmed. */
  eraseChosen?: number[]
  /** To be confirmed. */
  merge?: { source: MergeSide; target: MergeSide }
  /** Whether the ticket is to be gone for good; to be confirmed. */
  erase?: true
}
