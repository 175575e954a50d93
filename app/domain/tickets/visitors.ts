import { z } from 'zod'
import { givenEmail, optionalEmail } from '../forms/email'
import { nameLine } from '../text/single-line'

/** Name and e-mail are never required. */
export const visitorDetails = z.object({
  name: z
    .string()
    .default('')
    .transform(nameLine)
    .refine((name) => name.length <= 80, 'errors:name.long'),
  email: optionalEmail,
})

export const visitorEmail = z.object({ email: givenEmail })
