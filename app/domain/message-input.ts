import { z } from 'zod'
import { mostAttachments } from './attachments'
import { keyPattern } from './ids'
import { longestMessage } from './messages'

/**
 * What is typed beside files: line ends as LF, no blanks around it, at most 4,000 characters. NUL and
 * half characters go, because a store may not give them back as they were, and then the same words
 * would not be the same.
 */
export const messageText = z
  .string()
  .default('')
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\0|\p{Surrogate}/gu, '')
      .trim(),
  )
  // Forms are read with nothing for an empty text, also for one that only got empty here.
  .pipe(z.string().max(longestMessage, 'errors.message.long').default(''))

/** The same where nothing else is sent: 1 to 4,000 characters. */
export const messageBody = messageText.refine((text) => text !== '', 'errors.message.empty')

/** The ids of files that were uploaded for a message, sealed. */
export const messageFiles = z
  .array(z.string())
  .max(mostAttachments, 'errors.files.many')
  .default([])

/** For a form that has both: one of them must be there. */
export function needsWordsOrFiles(form: object, context: z.RefinementCtx): void {
  const isEmpty = 'body' in form && form.body === ''
  const hasFiles = 'files' in form && Array.isArray(form.files) && form.files.length > 0
  if (!isEmpty || hasFiles) return
  context.addIssue({ code: 'custom', path: ['body'], message: 'errors.message.empty' })
}

export const formKey = z
  .string({ required_error: 'errors.form.key' })
  .regex(keyPattern, 'errors.form.key')
