import { z } from 'zod'
import { readDay } from '../time/typed'

/** The latest day that can be chosen, in days from today. */
const furthest = 365

/** Optional; from today on, for a year. */
export function pickupDay(today: string) {
  const last = new Date(Date.parse(today) + furthest * 86_400_000).toISOString().slice(0, 10)
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      if (!typed?.trim()) return undefined
      const day = readDay(typed)
      if (!day || day < today || day > last) {
        context.addIssue({ code: 'custom', message: 'checkout:errors.day' })
      }
      return day
    })
}
