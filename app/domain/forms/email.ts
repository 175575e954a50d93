import { z } from 'zod'
import { readEmail } from '../text/email'
import { plainLine } from '../text/single-line'

/** An address, by `readEmail`. */
export function emailField(invalid: string, local = invalid) {
  return (typed: string, context: z.RefinementCtx): string => {
    const read = readEmail(typed)
    if ('address' in read) return read.address
    context.addIssue({ code: 'custom', message: read.problem === 'local' ? local : invalid })
    return plainLine(typed)
  }
}

const inForm = emailField('errors:email.invalid', 'errors:email.local')

/** An address that a form must have. Without one the form's other fields are read all the same. */
export const givenEmail = z
  .string()
  .default('')
  .transform((typed, context) => {
    if (plainLine(typed) !== '') return inForm(typed, context)
    context.addIssue({ code: 'custom', message: 'errors:email.missing' })
    return ''
  })

/** Empty where none was given. */
export const optionalEmail = z
  .string()
  .default('')
  .transform((typed, context) => (plainLine(typed) === '' ? '' : inForm(typed, context)))
