import { log } from './page'

/** Milliseconds. */
const day = 86_400_000

/** The day that is called today, as the time of its beginning in UTC. */
let today = Date.parse(`${log?.dataset.today}`)

/** Turns the day at midnight. */
export function keepDays() {
  // Counted from the page's beginning: the clock here may be wrong.
  const midnight = Date.now() + Number(log?.dataset.untilMidnight)
  const tomorrow = today + day
  setInterval(() => {
    turnTo(tomorrow + Math.floor((Date.now() - midnight) / day) * day)
  }, 60_000)
}

/** Renames the headings: "Today" is then "Yesterday", and later a date. News may be ahead of the clock. */
export function turnTo(time: number) {
  if (time <= today) return
  today = time
  for (const near of log?.querySelectorAll<HTMLTimeElement>('[data-near]') ?? []) {
    const days = (today - Date.parse(near.dateTime)) / day
    if (days) near.textContent = `${days > 1 ? near.dataset.date : log?.dataset.yesterday}`
  }
}
