import { lastMomentAt, wallTime } from './zones'

const day = 24 * 3_600_000

/** "HH:MM" in the zone (IANA name). */
export function timeOfDay(at: Date, timeZone: string): string {
  return new Date(wallTime(at.getTime(), timeZone)).toISOString().slice(11, 16)
}

/** If clocks skip `time` ("HH:MM"), when they are put forward. */
export function nextLocalTime(after: Date, time: string, timeZone: string): Date {
  const midnight = Math.floor(wallTime(after.getTime(), timeZone) / day) * day
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  for (let wall = midnight + (hours * 60 + minutes) * 60_000; ; wall += day) {
    const moment = lastMomentAt(timeZone, wall)
    if (moment > after.getTime()) return new Date(moment)
  }
}
