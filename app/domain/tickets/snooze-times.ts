import { openOn, type Timetable } from '../desks/hours'
import { offsetAt, wallTime } from '../time/zones'

export const snoozePresets = ['hours', 'evening', 'tomorrow', 'monday'] as const

export type SnoozePreset = (typeof snoozePresets)[number]

/** A moment to choose; `named` is false for a day other than the preset's, as that one is closed. */
export interface SnoozeChoice {
  preset: SnoozePreset
  at: Date
  named: boolean
}

const hour = 3_600_000
const day = 24 * hour

/** Milliseconds after midnight. */
const [morning, afternoon, evening] = [9 * hour, 16 * hour, 18 * hour]

/** Days ahead in which an open one is looked for. */
const farthest = 60

/** Those that mean something now, by the desk's opening hours if it has any; no two of one moment. */
export function snoozeChoices(now: Date, timeZone: string, hours?: Timetable): SnoozeChoice[] {
  const all = snoozePresets.flatMap((preset) => {
    const choice = presetChoice(preset, now, timeZone, hours)
    return choice ? { preset, ...choice } : []
  })
  const moments = all.map(({ at }) => at.getTime())
  return all.filter((_, index) => moments.indexOf(moments[index] ?? 0) === index)
}

/**
 * The moment that a preset means, in the time zone (IANA name): two hours from now, if it is open then; today at 18:00, or an hour before
 * closing; the opening of the next day that is open, and of the first one from Monday on. Undefined for an evening
 * that is near, past, or closed, and where no day is open.
 */
export function presetChoice(
  preset: SnoozePreset,
  now: Date,
  timeZone: string,
  hours?: Timetable,
): Omit<SnoozeChoice, 'preset'> | undefined {
  if (preset === 'hours') {
    const at = now.getTime() + 2 * hour
    return isClosed(wallTime(at, timeZone)) ? undefined : { at: new Date(at), named: true }
  }
  const wall = wallTime(now.getTime(), timeZone)
  const today = Math.floor(wall / day)
  if (preset === 'evening') {
    const open = openedOn(today, hours)
    const at = open && Math.min(evening, open.to - hour)
    if (!at || at < afternoon || today * day + at - wall < hour) return undefined
    return { at: momentOf(today, at), named: true }
  }
  // Day 0 was a Thursday.
  const untilMonday = 7 - ((today + 3) % 7)
  const first = today + (preset === 'monday' ? untilMonday : 1)
  const next = nextOpen(first, hours)
  return next && { at: momentOf(next.number, next.from), named: next.number === first }

  function isClosed(wall: number): boolean {
    // Where no day is open, nothing else could be chosen.
    if (!hours?.week.some((slots) => slots.length > 0)) return false
    const open = openedOn(Math.floor(wall / day), hours)
    const time = wall % day
    return !open || time < open.from || time > open.to
  }

  function momentOf(number: number, at: number): Date {
    return moment(number * day + at, timeZone)
  }
}

function openedOn(number: number, hours: Timetable | undefined) {
  return hours ? openOn(hours, number) : { from: morning, to: day }
}

function nextOpen(first: number, hours: Timetable | undefined) {
  for (let number = first; number < first + farthest; number += 1) {
    const open = openedOn(number, hours)
    if (open) return { number, from: open.from }
  }
  return undefined
}

/** When the next day begins of which there is a choice, as clocks in the time zone show it ("08:00"). */
export function firstTime(choices: readonly SnoozeChoice[], timeZone: string): string {
  const next = choices.find(({ preset }) => preset === 'tomorrow')
  return clockOf(next ? wallTime(next.at.getTime(), timeZone) : morning)
}

/** When a day ("2026-11-21") begins, or the first one after it that is open. */
export function openingTime(date: string, hours: Timetable | undefined): string {
  return clockOf(nextOpen(Date.parse(date) / day, hours)?.from ?? morning)
}

function clockOf(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16)
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
  return exists ? moment(read.getTime(), timeZone) : undefined
}

/** When clocks in the time zone show this time, given as milliseconds of UTC. */
function moment(wanted: number, timeZone: string): Date {
  // The offset a day before and after, in case clocks change between.
  const offsets = [wanted - day, wanted + day].map((at) => offsetAt(timeZone, at))
  const moments = offsets.map((offset) => wanted - offset)
  const fitting = moments.filter((at) => wallTime(at, timeZone) === wanted)
  return new Date(Math.min(...(fitting.length > 0 ? fitting : moments.slice(0, 1))))
}
