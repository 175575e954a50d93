import { onDemand } from '../text/languages'

const hour = 3_600_000

/** No zone has changed twice within a week since 2000, or is to until 2050. Source: tz database. */
const step = 72 * hour

/** A period with one UTC offset; all in milliseconds. */
interface Stretch {
  from: number
  until: number
  offset: number
}

/** In milliseconds. */
export function stretches(timeZone: string, from: number, until: number): Stretch[] {
  const found: Stretch[] = []
  let stretch: Stretch = { from, until, offset: offsetAt(timeZone, from) }
  for (let known = from; known < until; ) {
    const next = Math.min(known + step, until)
    const offset = offsetAt(timeZone, next)
    if (offset !== stretch.offset) {
      const change = changeBetween(timeZone, known, next)
      found.push({ ...stretch, until: change })
      stretch = { from: change, until, offset }
    }
    known = next
  }
  found.push(stretch)
  return found.filter((each) => each.from < each.until)
}

/** In milliseconds; if clocks skip it, when they are put forward. */
export function lastMomentAt(timeZone: string, wallTime: number): number {
  const around = stretches(timeZone, wallTime - 26 * hour, wallTime + 26 * hour)
  const at = around.findLast(({ from, offset }) => wallTime - offset >= from)
  return at ? Math.min(wallTime - at.offset, at.until) : wallTime
}

/** "2026-11-21 14:02:00", as Swedes write it. */
const clocks = onDemand((timeZone: string) => {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
})

/** Milliseconds ahead of UTC; IANA name. */
export function offsetAt(timeZone: string, at: number): number {
  const shown = clocks(timeZone).format(at).replace(' ', 'T')
  return Date.parse(`${shown}Z`) - Math.floor(at / 1_000) * 1_000
}

/** The local time of a zone as UTC milliseconds. */
export function wallTime(at: number, timeZone: string): number {
  return at + offsetAt(timeZone, at)
}

function changeBetween(timeZone: string, before: number, after: number): number {
  const offset = offsetAt(timeZone, before)
  let [same, other] = [before, after]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(timeZone, middle) === offset) same = middle
    else other = middle
  }
  return other
}
