import { timetableOf } from '~/domain/desks/desks'
import { localMoment, openingTime } from '~/domain/tickets/snooze-times'
import { readDay, timeTyped } from '~/domain/time/typed'
import type { AskedOfTicket } from './asked.server'

/** By the desk's clock; without a time, when that day is opened. */
export function momentTyped(date: string, time: string, { desk }: AskedOfTicket) {
  const day = readDay(date) ?? ''
  const clock = time ? timeTyped(time) : openingTime(day, timetableOf(desk))
  return localMoment(day, clock ?? '', desk.timeZone)
}
