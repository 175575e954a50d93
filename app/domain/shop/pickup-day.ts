import { z } from 'zod'

/** The latest day that can be chosen, in days from today. */
const furthest = 365

/**
 * The calendar day (ISO 8601) in what a date picker sends, "2026-11-28", or people type where there is
 * none, "28.11.2026" and "28/11/2026". Undefined where that is no day.
 */
export function readDay(typed: string): string | undefined {
  const numbers = typed.trim().match(/^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/)
  if (!numbers) return undefined
  const [, first = '', month = '', last = ''] = numbers
  const [year, day] = first.length === 4 ? [first, last] : [last, first]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(iso) ? undefined : iso
}

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
