const formatters = new Map<string, Intl.DateTimeFormat>()

/** "HH:MM" in the time zone (IANA name). */
export function timeOfDay(at: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
    formatter = new Intl.DateTimeFormat('en-GB', options)
    formatters.set(timeZone, formatter)
  }
  return formatter.format(at)
}

/**
 * The next moment after `after` at which clocks in the time zone show this time of day ("HH:MM"). A
 * time that the change to summer time leaves out comes as much later as clocks are put on.
 */
export function nextLocalTime(after: Date, time: string, timeZone: string): Date {
  const minute = Math.floor(after.getTime() / 60_000) * 60_000
  const ahead = minutesBetween(timeOfDay(after, timeZone), time) || 24 * 60
  const guess = new Date(minute + ahead * 60_000)
  // Between here and there clocks may have been changed.
  const off = minutesBetween(timeOfDay(guess, timeZone), time)
  const mended = new Date(guess.getTime() + (off > 12 * 60 ? off - 24 * 60 : off) * 60_000)
  return mended > after && timeOfDay(mended, timeZone) === time ? mended : guess
}

/** How many minutes later `to` is than `from`, from 0 to a day. */
function minutesBetween(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from) + 24 * 60) % (24 * 60)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
