import { lastMomentAt, wallTime } from './zones'

const day = 24 * 3_600_000

/** The starts of `today`'s month ("2026-11-21") and the next in the zone. */
export function monthBoundaries(today: string, timeZone: string): [Date, Date] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const beginning = (months: number) =>
    new Date(lastMomentAt(timeZone, Date.UTC(year, month - 1 + months, 1)))
  return [beginning(0), beginning(1)]
}

/** Starts of the last `count` days and tomorrow. `today` is the day there, "2026-11-21". */
export function dayBoundaries(today: string, timeZone: string, count: number): Date[] {
  const midnight = Date.parse(today)
  return Array.from({ length: count + 1 }, (_, index) => {
    return new Date(lastMomentAt(timeZone, midnight + (index - count + 1) * day))
  })
}

/** When the day there began that is so many days before today. */
export function startOfDay(now: Date, timeZone: string, daysBefore = 0): Date {
  const today = Math.floor(wallTime(now.getTime(), timeZone) / day) * day
  return new Date(lastMomentAt(timeZone, today - daysBefore * day))
}

/** Whether a day, "2026-11-21", is today or yesterday there. */
export function nearDay(
  key: string,
  now: Date,
  timeZone: string,
): 'today' | 'yesterday' | undefined {
  const today = Math.floor(wallTime(now.getTime(), timeZone) / day) * day
  const days = (today - Date.parse(key)) / day
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : undefined
}

/** Milliseconds until the day there is over. */
export function untilMidnight(now: Date, timeZone: string): number {
  const today = Math.floor(wallTime(now.getTime(), timeZone) / day) * day
  return lastMomentAt(timeZone, today + day) - now.getTime()
}
