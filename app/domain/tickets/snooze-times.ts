/** Moments that somebody who puts a ticket off often means. */
export const snoozePresets = ['tomorrow', 'monday', 'week'] as const

export type SnoozePreset = (typeof snoozePresets)[number]

/** When a morning begins, as the desk's clock shows it. */
const morning = '09:00'

/** The moment that a preset means now: the morning of another day in the time zone (IANA name). */
export function presetTime(preset: SnoozePreset, now: Date, timeZone: string): Date {
  const today = new Date(wallClock(now, timeZone))
  const untilMonday = (8 - today.getUTCDay()) % 7 || 7
  const days = { tomorrow: 1, monday: untilMonday, week: 7 }[preset]
  today.setUTCDate(today.getUTCDate() + days)
  return momentOf(`${today.toISOString().slice(0, 10)}T${morning}`, timeZone)
}

/**
 * The moment at which clocks in the time zone show a date ("2026-11-21") and a time ("09:00"), as a
 * form's fields send them. Of a time that comes twice the first one; a time that the change to summer
 * time leaves out comes as much later. Undefined for what is no date or no time.
 */
export function localMoment(date: string, time: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return undefined
  const named = `${date}T${time}`
  // A 31st of November would be read as the 1st of December.
  const read = new Date(`${named}Z`)
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(named)
  return exists ? momentOf(named, timeZone) : undefined
}

/** What the clocks of the time zone show, "2026-11-21" and "09:00", as a form's fields take it. */
export function localFields(at: Date, timeZone: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(wallClock(at, timeZone)).toISOString().split('T')
  return { date, time: time.slice(0, 5) }
}

function momentOf(named: string, timeZone: string): Date {
  const wanted = Date.parse(`${named}Z`)
  // What clocks are off there just before and after, should they be changed in between.
  const day = 24 * 3_600_000
  const offsets = [wanted - day, wanted + day].map((at) => wallClock(new Date(at), timeZone) - at)
  const moments = offsets.map((offset) => wanted - offset)
  const fitting = moments.filter((at) => wallClock(new Date(at), timeZone) === wanted)
  return new Date(Math.min(...(fitting.length > 0 ? fitting : moments.slice(0, 1))))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What clocks show, to the minute, as if it were UTC (milliseconds). */
function wallClock(at: Date, timeZone: string): number {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const digits = '2-digit'
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    })
    formatters.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(at).map(({ type, value }) => [type, value])
  const { year, month, day, hour, minute } = Object.fromEntries(parts)
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`)
}
