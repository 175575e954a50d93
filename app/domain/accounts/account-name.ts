import { z } from 'zod'
import { nameLine } from '../text/single-line'
import { longestName } from './own-account'

/** On one line, at most `longestName` characters; empty without one. */
export const accountName = z
  .string()
  .default('')
  .transform(nameLine)
  .refine((name) => name.length <= longestName, 'errors:name.long')
