import { describe, expect, it } from 'vitest'
import type { Timetable, Week } from '~/domain/desks/hours'
import { firstTime, localMoment, openingTime, snoozeChoices } from '~/domain/tickets/snooze-times'

const berlin = 'Europe/Berlin'

const slot = { from: 8 * 60, to: 18 * 60 }
/** Tuesday to Saturday. */
const week: Week = [[], [slot], [slot], [slot], [slot], [{ ...slot, to: 16 * 60 }], []]
const holiday = { first: '2026-12-25', last: '2026-12-26', label: 'Christmas' }
const hours: Timetable = { timeZone: berlin, week, exceptions: [holiday] }

describe('Moments to snooze until', () => {
  const cases: [string, Timetable | undefined, string, string[]][] = [
    [
      'on a Friday at noon',
      undefined,
      '2026-11-20T11:00Z',
      ['hours 20T13', 'evening 20T17', 'tomorrow 21T08', 'monday 23T08'],
    ],
    // No two of one moment.
    ['on a Sunday', undefined, '2026-11-22T17:30Z', ['hours 22T19', 'tomorrow 23T08']],
    [
      'on a Monday',
      undefined,
      '2026-11-23T06:00Z',
      ['hours 23T08', 'evening 23T17', 'tomorrow 24T08', 'monday 30T08'],
    ],
    // It is Saturday in Berlin already, and Sunday has summer time.
    [
      'before clocks change',
      undefined,
      '2026-03-27T23:30Z',
      ['hours 28T01', 'evening 28T17', 'tomorrow 29T07', 'monday 30T07'],
    ],
    [
      'on an open day, an hour before it closes',
      hours,
      '2026-11-20T11:00Z',
      ['hours 20T13', 'evening 20T16', 'tomorrow 21T07', 'monday, on another day 24T07'],
    ],
    [
      'on a day that closes early',
      hours,
      '2026-11-21T11:00Z',
      ['hours 21T13', 'tomorrow, on another day 24T07'],
    ],
    [
      'on a day that is closed in two hours',
      hours,
      '2026-11-20T15:30Z',
      ['tomorrow 21T07', 'monday, on another day 24T07'],
    ],
    [
      'on a closed day',
      hours,
      '2026-11-23T11:00Z',
      ['tomorrow 24T07', 'monday, on another day 01T07'],
    ],
    [
      'before holidays',
      hours,
      '2026-12-24T11:00Z',
      ['hours 24T13', 'evening 24T16', 'tomorrow, on another day 29T07'],
    ],
    ['where no day is open', { ...hours, week: [] }, '2026-11-20T11:00Z', ['hours 20T13']],
  ]
  it.each(cases)('%s', (_, timetable, now, moments) => {
    const said = snoozeChoices(new Date(now), berlin, timetable).map(({ preset, at, named }) => {
      return `${preset}${named ? '' : ', on another day'} ${at.toISOString().slice(8, 13)}`
    })
    expect(said).toEqual(moments)
  })
})

describe('A time of one’s own begins', () => {
  it.each([
    ['when the next open day does', hours, '2026-11-21T11:00Z', '08:00'],
    ['at 9:00 without opening hours', undefined, '2026-11-21T11:00Z', '09:00'],
    ['at 9:00 where no day is open', { ...hours, week: [] }, '2026-11-21T11:00Z', '09:00'],
    ['by the desk’s clock after it has changed', hours, '2026-03-28T11:00Z', '08:00'],
  ])('%s', (_, timetable, now, time) => {
    const choices = snoozeChoices(new Date(now), berlin, timetable)
    expect(firstTime(choices, berlin)).toBe(time)
  })

  it.each([
    ['when that day does', '2026-11-24', '08:00'],
    ['when the day after a closed one does', '2026-11-22', '08:00'],
    ['at 9:00 of no day', '', '09:00'],
  ])('%s, where none is typed', (_, date, time) => {
    expect(openingTime(date, hours)).toBe(time)
  })
})

describe('a date and a time', () => {
  it.each([
    ['2026-07-01', '09:30', berlin, '2026-07-01T07:30:00.000Z'],
    ['2026-12-01', '00:00', berlin, '2026-11-30T23:00:00.000Z'],
    ['2026-12-01', '23:59', 'America/New_York', '2026-12-02T04:59:00.000Z'],
    ['2026-12-01', '08:00', 'Asia/Kathmandu', '2026-12-01T02:15:00.000Z'],
    // Comes twice; is left out.
    ['2026-10-25', '02:30', berlin, '2026-10-25T00:30:00.000Z'],
    ['2026-03-29', '02:30', berlin, '2026-03-29T01:30:00.000Z'],
  ])('%s %s in %s %s is %s', (date, time, zone, moment) => {
    expect(localMoment(date, time, zone)?.toISOString()).toBe(moment)
  })

  it.each([
    ['2026-11-31', '09:00'],
    ['2026-02-29', '09:00'],
    ['2026-11-21', '24:00'],
    ['2026-11-21', '9:00'],
    ['', '09:00'],
    ['99999-01-01', '09:00'],
    ['2026-13-01', '09:00'],
  ])('%j %j are none', (date, time) => {
    expect(localMoment(date, time, berlin)).toBeUndefined()
  })
})
