import { z } from 'zod'

/** An address that a form must have, in characters as long as RFC 5321 allows. */
export const givenEmail = z
  .string({ required_error: 'errors:email.missing' })
  .trim()
  .max(254, 'errors:email.invalid')
  .email('errors:email.invalid')
