import { lastMomentAt, offsetAt, stretches } from '../time/zones'

const minute = 60_000
const day = 24 * 60 * minute

/** Minutes: `from` 0–1439, `to` 0–1440; if `to` is not later, it ends on the next day. */
export interface Slot {
  from: number
  to: number
}

/** Monday first. */
export type Week = Slot[][]

/** `first` and `last` are included (YYYY-MM-DD); slots of several exceptions add up. */
export interface Exception {
  first: string
  last: string
  slot?: Slot
  label: string
}

export interface Timetable {
  timeZone: string
  week: Week
  exceptions: Exception[]
}

/** Within open time, or by the end of a later open day. */
export const replyPromises = {
  '30-minutes': { minutes: 30 },
  '1-hour': { minutes: 60 },
  '2-hours': { minutes: 120 },
  '4-hours': { minutes: 240 },
  '8-hours': { minutes: 480 },
  '1-day': { days: 1 },
  '2-days': { days: 2 },
  '3-days': { days: 3 },
} as const

export type ReplyPromise = keyof typeof replyPromises

export function isReplyPromise(value: unknown): value is ReplyPromise {
  return typeof value === 'string' && Object.hasOwn(replyPromises, value)
}

/** Days searched first, and then further: the first span is usually enough. */
const lookAhead = [8, 64, 512]

export function isOpen(timetable: Timetable, at: Date): boolean {
  return openSpans(timetable, at.getTime(), at.getTime() + 1).length > 0
}

/** From `at` on; undefined if more than 512 days off. */
export function nextOpening(timetable: Timetable, at: Date): Date | undefined {
  return search(timetable, at, ([first]) => first?.from)
}

/** After open time, or at an open day's last closing; undefined if it opens too rarely. */
export function answerDue(timetable: Timetable, promise: ReplyPromise, at: Date): Date | undefined {
  const promised = replyPromises[promise]
  if ('days' in promised) return closingOfDay(timetable, promised.days, at)
  return search(timetable, at, (spans) => {
    let left = promised.minutes * minute
    for (const { from, until } of spans) {
      if (until - from >= left) return from + left
      left -= until - from
    }
    return undefined
  })
}

function closingOfDay(timetable: Timetable, days: number, at: Date): Date | undefined {
  const { timeZone } = timetable
  const asked = Math.floor((at.getTime() + offsetAt(timeZone, at.getTime())) / day)
  let left = days
  for (let number = asked + 1; number <= asked + 512; number += 1) {
    const slots = slotsOn(timetable, number)
    if (slots.length > 0) left -= 1
    if (left > 0) continue
    const closing = Math.max(...slots.map(endOf))
    return new Date(lastMomentAt(timeZone, number * day + closing * minute))
  }
  return undefined
}

interface Span {
  from: number
  until: number
}

/** Searches the open spans from `at` on, in ever longer ranges. */
function search(
  timetable: Timetable,
  at: Date,
  answer: (spans: Span[], until: number) => number | undefined,
): Date | undefined {
  for (const days of lookAhead) {
    const until = at.getTime() + days * day
    const found = answer(openSpans(timetable, at.getTime(), until), until)
    if (found !== undefined) return new Date(found)
  }
  return undefined
}

/** In order; adjacent spans are joined. */
function openSpans(timetable: Timetable, from: number, until: number): Span[] {
  const spans: Span[] = []
  for (const stretch of stretches(timetable.timeZone, from, until)) {
    // A slot of the day before may run into this one.
    const first = Math.floor((stretch.from + stretch.offset) / day) - 1
    const last = Math.floor((stretch.until - 1 + stretch.offset) / day)
    for (let number = first; number <= last; number += 1) {
      const midnight = number * day - stretch.offset
      for (const slot of slotsOn(timetable, number)) {
        const begin = Math.max(midnight + slot.from * minute, stretch.from)
        const end = Math.min(midnight + endOf(slot) * minute, stretch.until)
        if (begin < end) spans.push({ from: begin, until: end })
      }
    }
  }
  return merge(spans)
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const before = merged.at(-1)
    if (before && span.from <= before.until) before.until = Math.max(before.until, span.until)
    else merged.push(span)
  }
  return merged
}

/** `number` counts days since 1 January 1970, a Thursday. */
export function slotsOn({ week, exceptions }: Timetable, number: number): Slot[] {
  const date = new Date(number * day).toISOString().slice(0, 10)
  const special = exceptions.filter(({ first, last }) => first <= date && date <= last)
  if (special.length > 0) return special.flatMap(({ slot }) => slot ?? [])
  return week[(number + 3) % 7] ?? []
}

/** Milliseconds after midnight from its first opening to its last closing; undefined for a day that is closed. */
export function openOn(
  timetable: Timetable,
  number: number,
): { from: number; to: number } | undefined {
  const slots = slotsOn(timetable, number)
  if (slots.length === 0) return undefined
  const from = Math.min(...slots.map((slot) => slot.from))
  return { from: from * minute, to: Math.max(...slots.map(endOf)) * minute }
}

/** Minutes from the midnight before the slot; more than 1440 past midnight. */
export function endOf({ from, to }: Slot): number {
  return to > from ? to : to + 24 * 60
}
