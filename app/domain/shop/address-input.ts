import { z } from 'zod'
import { isReadable, nameLine } from '../text/single-line'

export type AddressField = 'name' | 'street' | 'line2' | 'postcode' | 'city' | 'country'

const longest = 120

/** Errors are locale keys. */
export function requiredLine(missing: string) {
  return z
    .string({ required_error: missing })
    .transform(nameLine)
    .refine(isReadable, missing)
    .refine((line) => line.length <= longest, 'checkout:errors.long')
}

export const optionalLine = z
  .string()
  .transform((typed) => nameLine(typed) || undefined)
  .refine((line = '') => line.length <= longest, 'checkout:errors.long')
  .optional()
