import { z } from 'zod'
import { openOn, type Slot, slotsOn, type Timetable } from '../desks/hours'
import { readDay } from '../time/typed'
import { wallTime } from '../time/zones'

const dayLength = 86_400_000

/** The latest day that can be chosen, in days from today. */
const furthest = 365

/** Days are ISO 8601. */
export interface PickupDays {
  today: string
  /** Of the desk that runs the shop, where the times to pick up are its opening hours. */
  opens?: Timetable
  /** The first day that can be chosen. */
  first: string
}

/** `tomorrow`: nothing is ready on the day on which it is ordered. */
export function pickupDays(
  now: Date,
  timeZone: string,
  opens: Timetable | undefined,
  tomorrow: boolean,
): PickupDays {
  const wall = wallTime(now.getTime(), timeZone)
  const number = Math.floor(wall / dayLength)
  const hours = opens && openOn(opens, number)
  const isOver = hours !== undefined && wall % dayLength >= hours.to
  const next = isoDay(tomorrow || isOver ? number + 1 : number)
  return { today: isoDay(number), opens, first: openFrom(opens, next) ?? next }
}

/** Optional; from today on, for a year, on a day on which the desk is open. */
export function pickupDay({ today, opens, first }: PickupDays) {
  const last = isoDay(Date.parse(today) / dayLength + furthest)
  return z
    .string()
    .optional()
    .transform((typed, context) => {
      if (!typed?.trim()) return undefined
      const day = readDay(typed)
      if (!day || day > last) {
        context.addIssue({ code: 'custom', message: 'checkout:errors.day' })
        return day
      }
      if (day < today) {
        const message = 'checkout:errors.dayPast'
        context.addIssue({ code: 'custom', message, params: { next: first } })
        return day
      }
      const next = day < first ? first : openFrom(opens, day)
      if (next && next !== day) {
        const message = 'checkout:errors.dayClosed'
        context.addIssue({ code: 'custom', message, params: { day, next } })
      }
      return day
    })
}

/** Of a day, where the times to pick up are the opening hours. */
export function pickupHoursOn(
  day: string,
  { opens }: Pick<PickupDays, 'opens'>,
): Slot[] | undefined {
  return opens && slotsOn(opens, Date.parse(day) / dayLength)
}

/** That day or the next open one; undefined where a year has none. */
function openFrom(opens: Timetable | undefined, day: string): string | undefined {
  if (!opens) return day
  const number = Date.parse(day) / dayLength
  const ahead = Array.from({ length: furthest }, (_, index) => number + index)
  const open = ahead.find((each) => openOn(opens, each))
  return open === undefined ? undefined : isoDay(open)
}

function isoDay(number: number): string {
  return new Date(number * dayLength).toISOString().slice(0, 10)
}
