import { z } from 'zod'
import { keyPattern } from './ids'
import { longestMessage } from './messages'

/**
 * What is typed: line ends as LF, no blanks around it, 1 to 4,000 characters. NUL and half characters
 * go, because a store may not give them back as they were, and then the same words would not be the same.
 */
export const messageBody = z
  .string({ required_error: 'errors.message.empty' })
  .transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\0|\p{Surrogate}/gu, '')
      .trim(),
  )
  .pipe(
    // Forms are read with nothing for an empty text, also for one that only got empty here.
    z
      .string({ required_error: 'errors.message.empty' })
      .min(1, 'errors.message.empty')
      .max(longestMessage, 'errors.message.long'),
  )

export const formKey = z
  .string({ required_error: 'errors.form.key' })
  .regex(keyPattern, 'errors.form.key')
