import { log } from './page'

/** Milliseconds. */
const day = 86_400_000

/** Renames the headings of days at midnight: "Today" is then "Yesterday", and later a date. */
export function keepDays() {
  if (!log) return
  const { dataset } = log
  // Counted from the page's beginning: the clock here may be wrong.
  let midnight = Date.now() + Number(dataset.untilMidnight)
  setInterval(() => {
    if (Date.now() < midnight) return
    midnight += day
    for (const heading of log?.querySelectorAll<HTMLElement>('[data-near]') ?? []) {
      const wasToday = heading.dataset.near === 'today'
      heading.textContent = (wasToday ? dataset.yesterday : heading.dataset.date) ?? ''
      if (wasToday) heading.dataset.near = 'yesterday'
      else delete heading.dataset.near
    }
  }, 60_000)
}
