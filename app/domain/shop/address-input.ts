import { z } from 'zod'

export type AddressField = 'name' | 'street' | 'postcode' | 'city' | 'country'

/** Lenient: elsewhere one digit is enough. */
const postcodes = new Map([
  ['DE', /^\d{5}$/],
  ['AT', /^\d{4}$/],
  ['CH', /^\d{4}$/],
  ['LI', /^\d{4}$/],
  ['FR', /^\d{5}$/],
  ['BE', /^\d{4}$/],
  ['LU', /^(L-?)?\d{4}$/i],
  ['NL', /^\d{4} ?[a-z]{2}$/i],
  ['DK', /^\d{4}$/],
  ['PL', /^\d{2}-?\d{3}$/],
])

const usualPostcode = /\d/

export function postcodeFits(postcode: string, country: string): boolean {
  return (postcodes.get(country) ?? usualPostcode).test(postcode)
}

const longest = 120

const clean = (text: string) => text.replace(/\p{Cc}|\p{Surrogate}/gu, '').trim()

/** Errors are locale keys. */
export function requiredLine(missing: string) {
  return z
    .string({ required_error: missing })
    .transform(clean)
    .refine((line) => line !== '', missing)
    .refine((line) => line.length <= longest, 'checkout:errors.long')
}

export const optionalLine = z
  .string()
  .max(longest, 'checkout:errors.long')
  .transform((text) => clean(text) || undefined)
  .optional()
