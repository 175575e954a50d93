import type { FormAnswer } from '~/domain/forms/forms'
import type { Ticket } from '~/domain/tickets/tickets'
import type { BulkMoved } from '~/domain/tickets/work'

export type MergeSide = Pick<
  Ticket,
  'number' | 'visitorName' | 'visitorEmail' | 'title' | 'state' | 'locale' | 'createdAt'
>

/** What another member has done that the form's page did not show. */
export interface Overtaken {
  text: string
  /** The same once it is no longer so: their answer was taken back, or the ticket has changed hands again. */
  gone: string
  /** The place of their answer. */
  seq?: number
  /** Whose the ticket was then, as its form says it. */
  assignee?: string
}

export interface TicketsAnswer extends FormAnswer {
  /** Done, with unsent text shown again. */
  done?: string
  undo?: string
  /** To be sent again. */
  overtaken?: Overtaken
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
