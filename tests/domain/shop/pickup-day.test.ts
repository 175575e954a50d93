import { expect, test } from 'vitest'
import { pickupDay } from '../../../app/domain/shop/pickup-day'

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
