import { z } from 'zod'

/** Loose on purpose: only delivery shows whether an address exists. */
const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Name and e-mail are never required. */
export const visitorDetails = z.object({
  name: z.string().trim().max(80, 'errors:name.long').default(''),
  email: z
    .string()
    .trim()
    .max(254, 'errors:email.invalid')
    .default('')
    .refine((text) => text === '' || emailShape.test(text), 'errors:email.invalid'),
})

export const visitorEmail = z.object({
  email: z
    .string({ required_error: 'errors:email.missing' })
    .trim()
    .max(254, 'errors:email.invalid')
    .regex(emailShape, 'errors:email.invalid'),
})
