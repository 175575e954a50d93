import { lastMomentAt, offsetAt } from './zones'

const day = 24 * 3_600_000

/** "HH:MM" in the time zone (IANA name). */
export function timeOfDay(at: Date, timeZone: string): string {
  return new Date(wallTime(at, timeZone)).toISOString().slice(11, 16)
}

/**
 * The next moment after `after` at which clocks in the time zone show this time of day ("HH:MM");
 * where they leave it out, the moment at which they are put on.
 */
export function nextLocalTime(after: Date, time: string, timeZone: string): Date {
  const midnight = Math.floor(wallTime(after, timeZone) / day) * day
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  for (let wall = midnight + (hours * 60 + minutes) * 60_000; ; wall += day) {
    const moment = lastMomentAt(timeZone, wall)
    if (moment > after.getTime()) return new Date(moment)
  }
}

/** What clocks in the time zone show, as if they were in UTC (milliseconds). */
function wallTime(at: Date, timeZone: string): number {
  return at.getTime() + offsetAt(timeZone, at.getTime())
}
