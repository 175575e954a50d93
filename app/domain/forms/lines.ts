import { z } from 'zod'
import { soundLines } from '../files/plain-text'

/** A text of several lines that may be left out; `longest` in characters, `long` is a locale key. */
export function optionalLines(longest: number, long: string) {
  return z
    .string()
    .transform(soundLines)
    .refine((text) => text.length <= longest, long)
    .optional()
}
