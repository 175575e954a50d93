import { expect, test } from 'vitest'
import { bookingPeriod } from '../../../app/domain/shop/bookings'

test.each([
  ['2026-11', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'],
  ['2026-03', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
  ['2026', '2025-12-31T23:00:00Z', '2026-12-31T23:00:00Z'],
])('%s is booked by the shop’s clock, winter and summer', (key, from, to) => {
  expect(bookingPeriod(key)).toEqual([new Date(from), new Date(to)])
})

test.each(['', '26', '2026-13', '2026-1', '1999', '2026-11-01'])('“%s” is not a period', (key) => {
  expect(bookingPeriod(key)).toBeUndefined()
})
