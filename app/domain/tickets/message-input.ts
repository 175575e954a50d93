import { z } from 'zod'
import { mostAttachments } from '../files/attachments'
import { soundLines } from '../files/plain-text'
import { keyPattern } from '../text/ids'
import { longestMessage } from './messages'

/** Trimmed, normalised by `soundLines`, at most 4,000 characters; may be empty beside files. */
export const messageText = z
  .string()
  .default('')
  .transform(soundLines)
  .refine((text) => text.length <= longestMessage, 'errors:message.long')

/** 1 to 4,000 characters. */
export const messageBody = messageText.refine((text) => text !== '', 'errors:message.empty')

/** Sealed ids of uploaded files. */
export const messageFiles = z.array(z.string()).max(mostAttachments, 'files:many').default([])

/** The last message on the form's page; undefined where the form does not say: all there was. */
export const seenUpTo = z.coerce
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .catch(undefined)

export function needsWordsOrFiles(form: object, context: z.RefinementCtx): void {
  const isEmpty = 'body' in form && form.body === ''
  const hasFiles = 'files' in form && Array.isArray(form.files) && form.files.length > 0
  if (!isEmpty || hasFiles) return
  context.addIssue({ code: 'custom', path: ['body'], message: 'errors:message.empty' })
}

export const formKey = z
  .string({ required_error: 'errors:form.key' })
  .regex(keyPattern, 'errors:form.key')
