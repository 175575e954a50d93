import { expect, it } from 'vitest'
import { dayBoundaries, monthBoundaries } from '~/domain/time/days'
import { stretches } from '~/domain/time/zones'

const iso = (dates: Date[]) => dates.map((date) => date.toISOString())

it('days begin at midnight in the desk’s time zone', () => {
  expect(iso(dayBoundaries('2026-01-05', 'Europe/Berlin', 2))).toEqual([
    '2026-01-03T23:00:00.000Z',
    '2026-01-04T23:00:00.000Z',
    '2026-01-05T23:00:00.000Z',
  ])
  expect(iso(dayBoundaries('2026-01-05', 'America/New_York', 1))).toEqual([
    '2026-01-05T05:00:00.000Z',
    '2026-01-06T05:00:00.000Z',
  ])
})

it('the days on which clocks change have 23 and 25 hours', () => {
  const hours = (today: string) => {
    const [begins = new Date(), ends = new Date()] = dayBoundaries(today, 'Europe/Berlin', 1)
    return (ends.getTime() - begins.getTime()) / 3_600_000
  }
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24])
})

it('days and months begin at a full quarter of an hour in every time zone', () => {
  const quarter = 900_000
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const boundaries = [
      ...dayBoundaries('2026-11-02', timeZone, 1),
      ...monthBoundaries('2026-03-29', timeZone),
    ]
    for (const time of boundaries)
      expect([timeZone, time.getTime() % quarter]).toEqual([timeZone, 0])
  }
})

it('clocks that change back after a week are noticed', () => {
  const [from, until] = [Date.UTC(2000, 9, 1), Date.UTC(2000, 9, 31)]
  const found = stretches('America/Recife', from, until)
  expect(found.map(({ offset }) => offset / 3_600_000)).toEqual([-3, -2, -3])
  expect(found.map((each) => new Date(each.from).toISOString().slice(0, 13))).toEqual([
    '2000-10-01T00',
    '2000-10-08T03',
    '2000-10-15T02',
  ])
})
