import { log } from './page'

/** Milliseconds. */
const day = 86_400_000

/** Renames the headings of days at midnight: "Today" is then "Yesterday", and later a date. */
export function keepDays() {
  if (!log) return
  const { dataset } = log
  // Counted from the page's beginning: the clock here may be wrong.
  let midnight = Date.now() + Number(dataset.untilMidnight)
  let today = Date.parse(`${dataset.today}`)
  setInterval(() => {
    if (Date.now() < midnight) return
    midnight += day
    today += day
    turnTo(new Date(today).toISOString().slice(0, 10))
  }, 60_000)
}

/** `today`, YYYY-MM-DD, has come: by the clock, or by a message that the server has called today's. */
export function turnTo(today: string) {
  if (!log || today <= `${log.dataset.today}`) return
  log.dataset.today = today
  for (const near of log.querySelectorAll<HTMLTimeElement>('[data-near]')) {
    const days = (Date.parse(today) - Date.parse(near.dateTime)) / day
    if (days > 0) near.textContent = (days > 1 ? near.dataset.date : log.dataset.yesterday) ?? ''
  }
}
