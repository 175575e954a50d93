import { describe, expect, test } from 'vitest'
import { pickupDay, pickupDays } from '../../../app/domain/shop/pickup-day'

const berlin = 'Europe/Berlin'

/** On a Wednesday, at noon in Berlin. */
const now = new Date('2026-11-25T11:00:00Z')

test.each([
  [undefined, true],
  ['', true],
  ['2026-11-25', true],
  ['2027-11-25', true],
  ['2026-11-24', false],
  ['2027-11-26', false],
  ['soon', false],
])('on 25 November 2026 something can be picked up on %s: %s', (typed, taken) => {
  const days = pickupDays(now, berlin, undefined, false)
  expect(pickupDay(days).safeParse(typed).success).toBe(taken)
})

describe('a shop whose desk is open from Tuesday to Saturday morning', () => {
  const slots = [{ from: 8 * 60, to: 12 * 60 + 30 }]
  const opens = {
    timeZone: berlin,
    week: [[], slots, slots, slots, slots, slots, []],
    exceptions: [{ first: '2026-12-01', last: '2026-12-02', label: 'Inventory' }],
  }
  const days = pickupDays(now, berlin, opens, false)
  const nextOf = (typed: string) =>
    pickupDay(days)
      .safeParse(typed)
      .error?.issues.map((issue) => 'params' in issue && issue.params)

  test('A shop hands over on open days', () => {
    expect(['2026-11-25', '2026-11-28', '2026-12-03'].map(nextOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('A shop refuses closed days and exceptions, and names the next open day', () => {
    const days = ['2026-11-29', '2026-11-30', '2026-12-01']
    expect(days.map(nextOf)).toEqual(days.map((day) => [{ day, next: '2026-12-03' }]))
  })

  test('A shop refuses a day of the past, and names the first possible one', () => {
    expect(nextOf('2026-11-24')).toEqual([{ next: '2026-11-25' }])
  })

  test('A shop hands over from the next open day on once it has closed, or where nothing is ready before', () => {
    const evening = new Date('2026-11-28T12:00:00Z')
    expect(days.first).toBe('2026-11-25')
    expect(pickupDays(evening, berlin, opens, false).first).toBe('2026-12-03')
    const tomorrow = pickupDays(now, berlin, opens, true)
    expect(tomorrow.first).toBe('2026-11-26')
    expect(pickupDay(tomorrow).safeParse('2026-11-25').success).toBe(false)
  })

  test('A shop takes any day where no day of a year is open', () => {
    const shut = pickupDays(now, berlin, { ...opens, week: [[], [], [], [], [], [], []] }, false)
    expect(pickupDay(shut).safeParse('2026-11-29').success).toBe(true)
  })
})
