import { z } from 'zod'
import type { HeldAttachment } from '~/domain/files/attachments'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import { priorities } from '~/domain/tickets/filters'
import {
  formKey,
  messageFiles,
  messageText,
  needsWordsOrFiles,
} from '~/domain/tickets/message-input'
import { snoozePresets } from '~/domain/tickets/snooze-times'
import type { Ticket } from '~/domain/tickets/tickets'
import type { BulkMoved } from '~/domain/tickets/work'
import type { Submitted } from '~/http/forms/forms.server'
import { moveEvents } from './thread-page.server'

const text = z.string().default('')
const writing = { key: formKey, body: messageText, files: messageFiles }
const organising = { priority: z.enum(priorities), tags: text }
const putting = { date: text, time: text }
const merging = { mergeWith: text }
const none = 'tickets:errors.noneChosen'
const chosenDeeds = [
  'bulk-solve',
  'bulk-close',
  'bulk-release',
  'bulk-erase',
  'bulk-erase-for-good',
] as const
const choosing = {
  chosen: z.array(z.coerce.number({ message: none }).int(none).positive(none)).default([]),
}

/** The forms by button. Each includes the reply being written. */
export const ticketForm = z
  .discriminatedUnion(
    'intent',
    [
      z.object({ intent: z.literal('reply'), ...writing }),
      z.object({ intent: z.literal('note'), ...writing }),
      z.object({ intent: z.literal('insert'), saved: text }),
      z.object({ intent: z.enum(moveEvents) }),
      z.object({ intent: z.literal('organise'), ...organising }),
      z.object({ intent: z.literal('snooze'), ...putting }),
      z.object({ intent: z.enum(snoozePresets) }),
      z.object({ intent: z.literal('merge'), ...merging }),
      z.object({ intent: z.literal('confirm-merge'), ...merging }),
      z.object({ intent: z.enum(['erase', 'erase-for-good']) }),
      z.object({ intent: z.literal('keep') }),
      z.object({ intent: z.enum(chosenDeeds), ...choosing }),
      // Enter in a field presses no button of ours; the filled field decides.
      z.object({ intent: z.literal('').optional(), ...organising, ...putting, ...merging }),
    ],
    { errorMap: () => ({ message: 'errors:form.key' }) },
  )
  .superRefine(needsWordsOrFiles)

export type TicketForm = Extract<Submitted<z.output<typeof ticketForm>>, { kind: 'valid' }> & {
  attachments: HeldAttachment[]
}
export type TicketDeed = TicketForm['value']
export type ChosenDeed = (typeof chosenDeeds)[number]

export type MergeSide = Pick<
  Ticket,
  'number' | 'visitorName' | 'visitorEmail' | 'title' | 'state' | 'locale' | 'createdAt'
>

export interface TicketsAnswer extends FormAnswer {
  /** Done, with unsent text shown again. */
  done?: Notice
  bulk?: BulkMoved & { event: 'solve' | 'close' | 'release' | 'erase' }
  eraseChosen?: number[]
  merge?: { source: MergeSide; target: MergeSide }
  erase?: true
}
