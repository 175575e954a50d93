import { type Language, onDemand, spoken } from '~/domain/text/languages'

/** Formatters are slow to create and quick to use: cached here. */
function cached(options: Intl.DateTimeFormatOptions) {
  return onDemand((locale: string) =>
    onDemand((timeZone: string) => new Intl.DateTimeFormat(locale, { timeZone, ...options })),
  )
}

/** Times have no leading zero, which Intl would give them. */
function formatted(options: Intl.DateTimeFormatOptions) {
  const format = cached(options)
  return (at: Date, language: Language, timeZone: string): string =>
    format(spoken[language].locale)(timeZone)
      .format(at)
      .replace(/\b0(?=\d:)/, '')
}

/** "9:00" and "14:02" in the time zone. */
export const formatClock = formatted({ hour: 'numeric', minute: '2-digit' })

const hourWithZone = cached({ hour: 'numeric', timeZoneName: 'short' })

/** "CET" and "MEZ", or "GMT+5:30" where there is no short name. */
export function zoneName(at: Date, language: Language, timeZone: string): string {
  const parts = hourWithZone(spoken[language].locale)(timeZone).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** "Saturday" and "Samstag". */
export const formatWeekday = formatted({ weekday: 'long' })

/** "Sat" and "Sa". */
export const formatShortWeekday = formatted({ weekday: 'short' })

/** "Saturday, 21 November" and "Samstag, 21. November". */
export function formatDay(at: Date, language: Language, timeZone: string): string {
  // Put together here: browsers of different years have no comma, or have one, where Intl does it.
  const day = formatDayOfYear(at, language, timeZone)
  return `${formatWeekday(at, language, timeZone)}, ${day}`
}

/** "21 November" and "21. November". */
export const formatDayOfYear = formatted({ day: 'numeric', month: 'long' })

/** "21 Nov 2026, 14:02" and "21.11.2026, 14:02". */
export const formatDateTime = formatted({ dateStyle: 'medium', timeStyle: 'short' })

/** "21 Nov 2026" and "21.11.2026": as documents are dated. */
export const formatFullDate = formatted({ dateStyle: 'medium' })

/** "21 Nov 2026, 14:02 CET" and "21. Nov. 2026, 14:02 MEZ". */
export const formatMoment = formatted({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** "4 March, 12:05" and "4. März, 12:05": what is due within hours, and may be read on another day. */
export function formatDayAndClock(at: Date, language: Language, timeZone: string): string {
  const day = formatDayOfYear(at, language, timeZone)
  return unbroken(`${day}, ${formatClock(at, language, timeZone)}`)
}

/** On one line, as dates in the narrow lines of a letter. */
export function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00a0')
}

const month = formatted({ month: 'long', year: 'numeric' })

/** "November 2026" in either language; of a moment in UTC. */
export function formatMonth(at: Date, language: Language): string {
  return month(at, language, 'UTC')
}

/** "3 Nov" and "3. Nov." in the time zone. */
export const formatDate = formatted({ day: 'numeric', month: 'short' })

const decimal = onDemand((language: Language) => {
  return new Intl.NumberFormat(spoken[language].locale, { minimumFractionDigits: 1 })
})

/** "4.5", in German "4,5": always one decimal. */
export function formatDecimal(value: number, language: Language): string {
  return decimal(language).format(Number(value.toFixed(1)))
}

export function hasDecimalComma(language: Language): boolean {
  return formatDecimal(0.5, language).includes(',')
}

const numericDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** "21/11/2026" and "21.11.2026" in the time zone. */
export const formatNumericDay = formatted(numericDay)

const isoDay = cached(numericDay)('sv')

/** The calendar day in the time zone, for grouping and comparing: "2026-11-21", as Swedes write it. */
export function dayKey(at: Date, timeZone: string): string {
  return isoDay(timeZone).format(at)
}

/** As people say it: "14:02" today, "Fri" within a week, else "3 Nov" or "3 Nov 2025". */
export function formatRecent(at: Date, now: Date, language: Language, timeZone: string): string {
  const day = dayKey(at, timeZone)
  const today = dayKey(now, timeZone)
  if (day === today) return formatClock(at, language, timeZone)
  const age = Date.parse(today) - Date.parse(day)
  if (age > 0 && age < 7 * 86_400_000) {
    return formatShortWeekday(at, language, timeZone)
  }
  if (day.slice(0, 4) === today.slice(0, 4)) return formatDate(at, language, timeZone)
  return formatFullDate(at, language, timeZone)
}

/** "Thu" within the next six days, else "3 Dec", or "3 Dec 2027" in another year. */
export function formatSoonDay(at: Date, now: Date, language: Language, timeZone: string): string {
  const day = dayKey(at, timeZone)
  const today = dayKey(now, timeZone)
  const ahead = Date.parse(day) - Date.parse(today)
  if (ahead >= 0 && ahead < 7 * 86_400_000) return formatShortWeekday(at, language, timeZone)
  if (day.slice(0, 4) === today.slice(0, 4)) return formatDate(at, language, timeZone)
  return formatFullDate(at, language, timeZone)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const sized = onDemand((language: Language) =>
  onDemand((unit: 'kilobyte' | 'megabyte' | 'gigabyte') => {
    const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1
    const options = { style: 'unit', unit, maximumFractionDigits } as const
    return new Intl.NumberFormat(spoken[language].locale, options)
  }),
)

/** "840 kB", "1.2 MB" and "2 GB", in German "1,2 MB"; never 0. */
export function formatSize(bytes: number, language: Language): string {
  const [unit, size] =
    bytes < 1_000_000
      ? (['kilobyte', 1_000] as const)
      : bytes < 1_000_000_000
        ? (['megabyte', 1_000_000] as const)
        : (['gigabyte', 1_000_000_000] as const)
  return sized(language)(unit).format(Math.max(1, bytes / size))
}

/** The two largest units: "2 h 10 min", "3 days 4 h"; under a minute "0 min". */
export function formatSpan(milliseconds: number, language: Language): string {
  const parts: string[] = []
  let rest = Math.max(0, milliseconds)
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(inUnit(count, unit, language))
    if (parts.length === 2 || (parts.length === 1 && unit === 'day' && count > 6)) break
  }
  return parts.join(' ') || inUnit(0, 'minute', language)
}

const symbols = { hour: 'h', minute: 'min' }

const days = onDemand((language: Language) => {
  const { locale } = spoken[language]
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
})

/** Hours and minutes by their symbols, after a no-break space. */
function inUnit(count: number, unit: (typeof units)[number][0], language: Language): string {
  if (unit !== 'day') return `${count}\u00a0${symbols[unit]}`
  return days(language).format(count)
}

/** "Bread, rolls and cake" and „Brot, Brötchen und Kuchen“. */
export function listOf(texts: readonly Record<Language, string>[], language: Language): string {
  return listOfNames(
    texts.map((text) => text[language]),
    language,
  )
}

const conjunction = onDemand((language: Language) => {
  return new Intl.ListFormat(spoken[language].locale, { type: 'conjunction' })
})

export function listOfNames(names: readonly string[], language: Language): string {
  return conjunction(language).format(names)
}
