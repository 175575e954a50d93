import type { FormAnswer } from '~/domain/forms/forms'
import type { Ticket } from '~/domain/tickets/tickets'
import type { BulkMoved } from '~/domain/tickets/work'

export type MergeSide = Pick<
  Ticket,
  'number' | 'visitorName' | 'visitorEmail' | 'title' | 'state' | 'locale' | 'createdAt'
>

export interface TicketsAnswer extends FormAnswer {
  /** Done, with unsent text shown again. */
  done?: string
  undo?: string
  /** What another member has done that the form's page did not show: to be sent again. */
  overtaken?: string
  /** Members whom an answer names, to be sent again or saved as a note. */
  named?: { uids: string; text: string }
  bulk?: BulkMoved & {
    event:
      | 'solve'
      | 'hold'
      | 'release'
      | 'snooze'
      | 'tag'
      | 'prioritise'
      | 'assign'
      | 'take'
      | 'erase'
      | 'undo'
    undo?: string
  }
  /** What was ticked, and stays so where nothing was done. */
  ticked?: number[]
  /** To be confirmed. */
  eraseChosen?: number[]
  /** To be confirmed. */
  merge?: { source: MergeSide; target: MergeSide }
  /** To be confirmed. */
  mergeChosen?: { source: MergeSide; target: MergeSide }
  /** To be confirmed. */
  erase?: true
}
