import { expect, test } from 'vitest'
import { pickupDay, readDay } from '../../../app/domain/shop/pickup-day'

test.each([
  ['2026-11-28', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['28/11/2026', '2026-11-28'],
  ['3.1.2027', '2027-01-03'],
  [' 2026-11-28 ', '2026-11-28'],
  ['31.11.2026', undefined],
  ['2026-13-01', undefined],
  ['28.11.', undefined],
  ['Saturday', undefined],
  ['', undefined],
])('%j is the day %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  [undefined, true],
  ['', true],
  ['2026-11-25', true],
  ['2027-11-25', true],
  ['2026-11-24', false],
  ['2027-11-26', false],
  ['soon', false],
])('on 25 November 2026 something can be picked up on %s: %s', (typed, taken) => {
  expect(pickupDay('2026-11-25').safeParse(typed).success).toBe(taken)
})
