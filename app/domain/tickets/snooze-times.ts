import { offsetAt, wallTime } from '../time/zones'

export const snoozePresets = ['tomorrow', 'monday', 'week'] as const

export type SnoozePreset = (typeof snoozePresets)[number]

const morning = '09:00'

/** The morning that a preset means, in the time zone (IANA name). */
export function presetTime(preset: SnoozePreset, now: Date, timeZone: string): Date {
  const today = new Date(wallTime(now.getTime(), timeZone))
  const untilMonday = (8 - today.getUTCDay()) % 7 || 7
  const days = { tomorrow: 1, monday: untilMonday, week: 7 }[preset]
  today.setUTCDate(today.getUTCDate() + days)
  return momentOf(`${today.toISOString().slice(0, 10)}T${morning}`, timeZone)
}

/**
 * The moment when clocks in the time zone show a date ("2026-11-21") and time ("09:00"). Of a
 * repeated time the first; a skipped one is moved by the length of the gap. Undefined for an
 * invalid date or time.
 */
export function localMoment(date: string, time: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d$/.test(time)) return undefined
  const named = `${date}T${time}`
  // 31 November would parse as 1 December.
  const read = new Date(`${named}Z`)
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(named)
  return exists ? momentOf(named, timeZone) : undefined
}

function momentOf(named: string, timeZone: string): Date {
  const wanted = Date.parse(`${named}Z`)
  // The offset a day before and after, in case clocks change between.
  const day = 24 * 3_600_000
  const offsets = [wanted - day, wanted + day].map((at) => offsetAt(timeZone, at))
  const moments = offsets.map((offset) => wanted - offset)
  const fitting = moments.filter((at) => wallTime(at, timeZone) === wanted)
  return new Date(Math.min(...(fitting.length > 0 ? fitting : moments.slice(0, 1))))
}
