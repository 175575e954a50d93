import { onDemand } from '../text/languages'

const hour = 3_600_000

/** A period with one UTC offset; all in milliseconds. */
interface Stretch {
  from: number
  until: number
  offset: number
}

/** In milliseconds. Misses two changes within half a day, which no zone has ever had. */
export function stretches(timeZone: string, from: number, until: number): Stretch[] {
  const found: Stretch[] = []
  let stretch: Stretch = { from, until, offset: offsetAt(timeZone, from) }
  for (let known = from; known < until; ) {
    const next = Math.min(known + 12 * hour, until)
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

const clocks = onDemand((timeZone: string) => {
  const numeric = 'numeric'
  const day = { year: numeric, month: numeric, day: numeric } as const
  const time = { hour: numeric, minute: numeric, second: numeric, hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...day, ...time })
})

/** Milliseconds ahead of UTC; IANA name. */
export function offsetAt(timeZone: string, at: number): number {
  const part = Object.fromEntries(
    clocks(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0, second = 0 } = part
  const shown = Date.UTC(year, month - 1, day, hours, minute, second)
  return shown - Math.floor(at / 1_000) * 1_000
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
