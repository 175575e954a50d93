import { describe, expect, test } from 'vitest'
import {
  answerDue,
  isOpen,
  nextOpening,
  type ReplyPromise,
  type Slot,
  type Timetable,
} from '../../../app/domain/desks/hours'

const minute = 60_000
const day = 1_440

/** "9:00-13:00" as a slot. */
function slot(text: string): Slot {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return hours * 60 + minutes
  })
  return { from, to }
}

const working = [slot('9:00-13:00'), slot('14:00-18:00')]

/** A bakery's week: Monday to Friday with a break, the night from Saturday on, never on Sunday. */
const bakery: Timetable = {
  timeZone: 'Europe/Berlin',
  week: [working, working, working, working, working, [slot('22:00-2:00')], []],
  exceptions: [
    { first: '2026-12-24', last: '2026-12-26', label: 'Christmas' },
    { first: '2026-12-24', last: '2026-12-24', slot: slot('9:00-12:00'), label: '' },
  ],
}

const at = (time: string) => new Date(`${time}Z`)

describe('A counter', () => {
  test('opens and closes by the time of its zone, with a break', () => {
    expect(isOpen(bakery, at('2026-11-23T07:59'))).toBe(false)
    expect(isOpen(bakery, at('2026-11-23T08:00'))).toBe(true)
    expect(isOpen(bakery, at('2026-11-23T12:00'))).toBe(false)
    expect(isOpen(bakery, at('2026-11-23T16:59'))).toBe(true)
    expect(isOpen(bakery, at('2026-11-23T17:00'))).toBe(false)
    expect(nextOpening(bakery, at('2026-11-23T12:00'))).toEqual(at('2026-11-23T13:00'))
  })

  test('stays open past midnight, and a closed day does not cut the night before it', () => {
    expect(isOpen(bakery, at('2026-11-22T00:59'))).toBe(true)
    expect(isOpen(bakery, at('2026-11-22T01:00'))).toBe(false)
    const sunday = { first: '2026-11-22', last: '2026-11-22', label: '' }
    const closed = { ...bakery, exceptions: [sunday] }
    expect(isOpen(closed, at('2026-11-22T00:59'))).toBe(true)
  })

  test('follows its exceptions, also several for one day', () => {
    expect(isOpen(bakery, at('2026-12-24T10:59'))).toBe(true)
    expect(nextOpening(bakery, at('2026-12-24T11:00'))).toEqual(at('2026-12-28T08:00'))
  })

  test('that is open around the clock is open, and one that never opens has no next opening', () => {
    const always = { ...bakery, week: bakery.week.map(() => [slot('0:00-0:00')]), exceptions: [] }
    expect(isOpen(always, at('2026-11-22T00:59'))).toBe(true)
    expect(nextOpening(always, at('2026-11-22T00:59'))).toEqual(at('2026-11-22T00:59'))
    const never = { ...bakery, week: [], exceptions: [] }
    expect(nextOpening(never, at('2026-11-22T00:59'))).toBeUndefined()
    expect(answerDue(never, '1-hour', at('2026-11-22T00:59'))).toBeUndefined()
    expect(answerDue(never, '1-day', at('2026-11-22T00:59'))).toBeUndefined()
  })
})

describe('An answer is due', () => {
  test.each<[ReplyPromise, string, string]>([
    ['1-hour', '2026-11-23T08:10', '2026-11-23T09:10'],
    ['1-hour', '2026-11-23T11:30', '2026-11-23T13:30'],
    ['1-hour', '2026-11-23T06:00', '2026-11-23T09:00'],
    ['4-hours', '2026-11-23T15:00', '2026-11-24T10:00'],
    // Four hours on Friday, and four in the night from Saturday on.
    ['8-hours', '2026-11-27T13:00', '2026-11-29T01:00'],
    // By the last closing of a later open day; the night from Saturday on ends on Sunday.
    ['1-day', '2026-11-23T06:00', '2026-11-24T17:00'],
    ['1-day', '2026-11-27T20:00', '2026-11-29T01:00'],
    ['1-day', '2026-11-29T12:00', '2026-11-30T17:00'],
    ['2-days', '2026-12-23T12:00', '2026-12-28T17:00'],
  ])('%s after %s at %s, UTC', (promise, asked, due) => {
    expect(answerDue(bakery, promise, at(asked))).toEqual(at(due))
  })

  test('by the opening hours that exist when clocks change', () => {
    const night = { ...bakery, week: bakery.week.map(() => [slot('22:00-4:00')]), exceptions: [] }
    // Clocks go from 2 to 3 in the night to 29 March: the night is an hour shorter.
    expect(isOpen(night, at('2026-03-29T01:59'))).toBe(true)
    expect(isOpen(night, at('2026-03-29T02:00'))).toBe(false)
    expect(answerDue(night, '8-hours', at('2026-03-28T12:00'))).toEqual(at('2026-03-29T23:00'))
    // They go from 3 to 2 in the night to 25 October: it is an hour longer.
    expect(isOpen(night, at('2026-10-25T02:59'))).toBe(true)
    expect(isOpen(night, at('2026-10-25T03:00'))).toBe(false)
    expect(answerDue(night, '8-hours', at('2026-10-24T12:00'))).toEqual(at('2026-10-25T22:00'))
  })
})

/** A small pseudo-random generator: its seed makes a failure repeatable. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function anyTimetable(number: (below: number) => number, timeZone: string, from: string) {
  const anySlot = () => ({ from: number(day), to: number(day + 1) })
  const anySlots = () => Array.from({ length: number(3) }, anySlot)
  const date = (days: number) =>
    new Date(Date.parse(from) + days * day * minute).toISOString().slice(0, 10)
  const exceptions = Array.from({ length: number(3) }, () => {
    const first = number(9)
    const last = first + number(2)
    return {
      first: date(first),
      last: date(last),
      slot: number(2) ? anySlot() : undefined,
      label: '',
    }
  })
  return { timeZone, week: Array.from({ length: 7 }, anySlots), exceptions }
}

/** What a clock on the wall shows, every minute: "2026-03-25 09:00". */
function watchTheClock(timeZone: string, from: number, minutes: number): string[] {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...style })
  return Array.from({ length: minutes }, (_, index) => clock.format(from + index * minute))
}

/** Whether it is open when the clock shows this. */
function isOpenBy({ week, exceptions }: Timetable, shown: string): boolean {
  const [today = '', time = ''] = shown.split(' ')
  const yesterday = new Date(Date.parse(today) - day * minute).toISOString().slice(0, 10)
  const now = slot(`${time}-${time}`).from
  const slotsOf = (date: string) => {
    const special = exceptions.filter(({ first, last }) => date >= first && date <= last)
    const weekday = (new Date(date).getUTCDay() + 6) % 7
    return special.length ? special.flatMap((each) => each.slot ?? []) : (week[weekday] ?? [])
  }
  return (
    slotsOf(today).some(({ from, to }) => from <= now && (to <= from || now < to)) ||
    slotsOf(yesterday).some(({ from, to }) => to <= from && now < to)
  )
}

test.each([
  ['Europe/Berlin', '2026-03-25'],
  ['Europe/Berlin', '2026-10-21'],
  ['Australia/Lord_Howe', '2026-04-01'],
  ['Australia/Lord_Howe', '2026-09-30'],
  ['America/St_Johns', '2026-03-05'],
  ['America/Santiago', '2026-09-02'],
  ['Asia/Kolkata', '2026-06-01'],
])('in %s from %s on, opening hours are as a look at the clock every minute says', (zone, from) => {
  const start = Date.parse(from)
  const minutes = 9 * day
  const shown = watchTheClock(zone, start, minutes)
  for (let seed = 1; seed <= 3; seed += 1) {
    const number = numbersFrom(seed * 7_919)
    const timetable = anyTimetable(number, zone, from)
    const watched = shown.map((each) => isOpenBy(timetable, each))
    const timeOf = (index: number) => (index < 0 ? undefined : new Date(start + index * minute))
    for (let round = 0; round < 30; round += 1) {
      const index = number(minutes)
      const now = new Date(start + index * minute)
      const said = `seed ${seed}, ${now.toISOString()}, ${JSON.stringify(timetable)}`
      expect(isOpen(timetable, now), said).toBe(watched[index])
      const opening = watched.findIndex((open, each) => each >= index && open)
      if (opening >= 0) expect(nextOpening(timetable, now), said).toEqual(timeOf(opening))
      let left = 240
      const due = watched.findIndex((open, each) => each >= index && open && --left === 0)
      if (due >= 0) expect(answerDue(timetable, '4-hours', now), said).toEqual(timeOf(due + 1))
    }
  }
})
