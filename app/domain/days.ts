import { lastMomentAt } from './time-zones'

const day = 24 * 3_600_000

/**
 * The beginnings of the last `count` days by the clocks of a time zone (IANA name), today's among
 * them, and that of tomorrow: one more than `count`, in order. `today` is the day there, "2026-11-21".
 */
export function dayBoundaries(today: string, timeZone: string, count: number): Date[] {
  const midnight = Date.parse(today)
  return Array.from({ length: count + 1 }, (_, index) => {
    return new Date(lastMomentAt(timeZone, midnight + (index - count + 1) * day))
  })
}
