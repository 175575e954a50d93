import { nearDay } from '../../domain/time/days'
import { log } from './page'

/** Milliseconds between two looks at the clock. */
const every = 60_000

/** Renames the headings of days once one is over: "Today" is then "Yesterday", and later a date. */
export function keepDays() {
  if (!log) return
  const { now = '', zone = 'UTC', yesterday = '' } = log.dataset
  // By the server's clock: this one may be wrong.
  const ahead = Date.parse(now) - Date.now()
  setInterval(() => {
    const at = new Date(Date.now() + ahead)
    for (const heading of log?.querySelectorAll<HTMLTimeElement>('.day [data-near]') ?? []) {
      const near = nearDay(heading.dateTime, at, zone)
      if (near === heading.dataset.near) continue
      heading.textContent = (near ? yesterday : heading.dataset.date) ?? ''
      if (near) heading.dataset.near = near
      else delete heading.dataset.near
    }
  }, every)
}
