import { z } from 'zod'
import { mostAttachments } from '../files/attachments'
import { soundText } from '../files/plain-text'
import { keyPattern } from '../text/ids'
import { longestMessage } from './messages'

/** What is typed beside files: as `soundText` has it, no blanks around it, at most 4,000 characters. */
export const messageText = z
  .string()
  .default('')
  .transform((text) => soundText(text).trim())
  // Forms are read with nothing for an empty text, also for one that only got empty here.
  .pipe(z.string().max(longestMessage, 'errors:message.long').default(''))

/** The same where nothing else is sent: 1 to 4,000 characters. */
export const messageBody = messageText.refine((text) => text !== '', 'errors:message.empty')

/** The ids of files that were uploaded for a message, sealed. */
export const messageFiles = z
  .array(z.string())
  .max(mostAttachments, 'thread:errors.files.many')
  .default([])

/** For a form that has both: one of them must be there. */
export function needsWordsOrFiles(form: object, context: z.RefinementCtx): void {
  const isEmpty = 'body' in form && form.body === ''
  const hasFiles = 'files' in form && Array.isArray(form.files) && form.files.length > 0
  if (!isEmpty || hasFiles) return
  context.addIssue({ code: 'custom', path: ['body'], message: 'errors:message.empty' })
}

export const formKey = z
  .string({ required_error: 'errors:form.key' })
  .regex(keyPattern, 'errors:form.key')
