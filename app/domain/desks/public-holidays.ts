/** A day of each year: a date (MM-DD), days after Easter Sunday, or a rule of its own. */
type Rule = string | number | ((year: number) => string)

/** Names are in the locale files. Sources: the holiday acts of the German states, Austria and the cantons. */
const rules = {
  newYear: '01-01',
  berchtold: '01-02',
  epiphany: '01-06',
  womensDay: '03-08',
  joseph: '03-19',
  goodFriday: -2,
  easterSunday: 0,
  easterMonday: 1,
  labourDay: '05-01',
  ascension: 39,
  whitSunday: 49,
  whitMonday: 50,
  corpusChristi: 60,
  swissDay: '08-01',
  assumption: '08-15',
  childrensDay: '09-20',
  germanUnity: '10-03',
  austrianDay: '10-26',
  reformation: '10-31',
  allSaints: '11-01',
  repentance: wednesdayBefore23November,
  immaculate: '12-08',
  christmas: '12-25',
  stephen: '12-26',
} as const satisfies Record<string, Rule>

export type HolidayName = keyof typeof rules

const names = Object.keys(rules) as HolidayName[]

const german: HolidayName[] = [
  ...(['newYear', 'goodFriday', 'easterMonday', 'labourDay', 'ascension', 'whitMonday'] as const),
  ...(['germanUnity', 'christmas', 'stephen'] as const),
]

const austrian: HolidayName[] = [
  ...(['newYear', 'epiphany', 'easterMonday', 'labourDay', 'ascension', 'whitMonday'] as const),
  ...(['corpusChristi', 'assumption', 'austrianDay', 'allSaints', 'immaculate'] as const),
  ...(['christmas', 'stephen'] as const),
]

/** In most cantons; other holidays are offered, but not ticked. */
const swiss: HolidayName[] = [
  ...(['newYear', 'goodFriday', 'easterMonday', 'ascension', 'whitMonday', 'swissDay'] as const),
  ...(['christmas', 'stephen'] as const),
]

const inSomeCantons: HolidayName[] = [
  ...(['berchtold', 'epiphany', 'joseph', 'labourDay', 'corpusChristi', 'assumption'] as const),
  ...(['allSaints', 'immaculate'] as const),
]

interface Region {
  holidays: HolidayName[]
  /** In parts of the region. */
  some?: HolidayName[]
}

/** ISO 3166-2 for the German states, ISO 3166-1 for the countries. */
const regions = {
  'DE-BW': { holidays: [...german, 'epiphany', 'corpusChristi', 'allSaints'] },
  'DE-BY': { holidays: [...german, 'epiphany', 'corpusChristi', 'assumption', 'allSaints'] },
  'DE-BE': { holidays: [...german, 'womensDay'] },
  'DE-BB': { holidays: [...german, 'easterSunday', 'whitSunday', 'reformation'] },
  'DE-HB': { holidays: [...german, 'reformation'] },
  'DE-HH': { holidays: [...german, 'reformation'] },
  'DE-HE': { holidays: [...german, 'corpusChristi'] },
  'DE-MV': { holidays: [...german, 'womensDay', 'reformation'] },
  'DE-NI': { holidays: [...german, 'reformation'] },
  'DE-NW': { holidays: [...german, 'corpusChristi', 'allSaints'] },
  'DE-RP': { holidays: [...german, 'corpusChristi', 'allSaints'] },
  'DE-SL': { holidays: [...german, 'corpusChristi', 'assumption', 'allSaints'] },
  'DE-SN': { holidays: [...german, 'reformation', 'repentance'] },
  'DE-ST': { holidays: [...german, 'epiphany', 'reformation'] },
  'DE-SH': { holidays: [...german, 'reformation'] },
  'DE-TH': { holidays: [...german, 'childrensDay', 'reformation'] },
  AT: { holidays: austrian },
  CH: { holidays: swiss, some: inSomeCantons },
} satisfies Record<string, Region>

export type HolidayRegion = keyof typeof regions

export const holidayRegions = Object.keys(regions) as HolidayRegion[]

export function isHolidayRegion(value: unknown): value is HolidayRegion {
  return typeof value === 'string' && Object.hasOwn(regions, value)
}

export interface PublicHoliday {
  /** YYYY-MM-DD. */
  date: string
  name: HolidayName
  /** Whether it is a holiday in all of the region. */
  everywhere: boolean
}

/** Those of the twelve months from this day (YYYY-MM-DD) on, in order. */
export function publicHolidays(region: HolidayRegion, from: string): PublicHoliday[] {
  const { holidays, some = [] }: Region = regions[region]
  const year = Number(from.slice(0, 4))
  const until = `${year + 1}${from.slice(4)}`
  return [year, year + 1]
    .flatMap((each) =>
      names
        .filter((name) => holidays.includes(name) || some.includes(name))
        .map((name) => {
          return { date: dateOf(rules[name], each), name, everywhere: holidays.includes(name) }
        }),
    )
    .filter(({ date }) => date >= from && date < until)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}

function dateOf(rule: Rule, year: number): string {
  if (typeof rule === 'function') return rule(year)
  if (typeof rule === 'string') return `${year}-${rule}`
  return isoDate(easter(year) + rule * day)
}

const day = 24 * 3_600_000

/** Easter Sunday in UTC milliseconds. Source: the anonymous Gregorian algorithm (Meeus, 1991). */
function easter(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + d + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

function wednesdayBefore23November(year: number): string {
  const at = new Date(Date.UTC(year, 10, 22))
  const since = (at.getUTCDay() + 4) % 7
  return isoDate(at.getTime() - since * day)
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
