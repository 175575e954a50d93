import { plainLine } from '../text/single-line'

const day = /^(?:\p{L}{2,10}[.,]{0,2} )?(\d{1,4}) ?[-./] ?(\d{1,2}) ?[-./] ?(\d{1,4})$/u

/**
 * The calendar day (ISO 8601) in what a date picker sends, "2026-11-28", or people type where there is
 * none: "28.11.2026", "28/11/26", "Sa, 28. 11. 2026". Of a year with two digits a picker sends "0026".
 * Undefined where that is no day of the years from 2000 to 2999.
 */
export function readDay(typed: string): string | undefined {
  const [, first = '', month = '', last = ''] = day.exec(plainLine(typed)) ?? []
  const [year, date] = first.length > 2 ? [first, last] : [last, first]
  const iso = `${year.replace(/^(?:00)?(?=\d\d$)/, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
  return exists && iso.startsWith('2') ? iso : undefined
}

const clock = /^(\d{1,2})(?: ?(?:[:.h]|uhr) ?(\d\d)|(\d\d))?(?::00)? ?(?:uhr|h|([ap])\.?m\.?)?$/

/** Of a day. */
export const minutesPerDay = 24 * 60

/**
 * Minutes after midnight, from 0 to 1,440, in "9", "9:30", "09.30 Uhr", "9h30", "0930", "5:30 pm" or
 * "24:00". Undefined where that is no time.
 */
export function readTime(typed: string): number | undefined {
  const found = clock.exec(plainLine(typed).toLowerCase())
  if (!found) return undefined
  const [, hour = '', minute, joined, half] = found
  const [hours, minutes] = [Number(hour), Number(minute ?? joined ?? 0)]
  if (minutes > 59 || (half && (hours < 1 || hours > 12))) return undefined
  const ofDay = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  const sum = ofDay * 60 + minutes
  return sum <= minutesPerDay ? sum : undefined
}

/** "HH:MM", as a time field sends it; midnight is "00:00". */
export function timeTyped(typed: string): string | undefined {
  const minutes = readTime(typed)
  if (minutes === undefined) return undefined
  const parts = [Math.floor(minutes / 60) % 24, minutes % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
