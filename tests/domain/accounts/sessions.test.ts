import { expect, test } from 'vitest'
import { isWithinLifetime } from '../../../app/domain/accounts/sessions'

const day = 24 * 3_600_000
const now = new Date('2026-03-29T12:00:00Z')
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)

test.each([
  ['now', 0, true],
  ['exactly 24 hours ago', day, true],
  ['24 hours and a millisecond ago', day + 1, false],
  ['ahead, as after the clock was set back by two hours', -2 * 3_600_000, true],
  ['more than a day ahead', -day - 1, false],
])('a last login %s carries a session: %s', (_, age, valid) => {
  expect(isWithinLifetime(before(age), now)).toBe(valid)
})

test('an invalid time of the last login makes no session', () => {
  expect(isWithinLifetime(new Date(Number.NaN), now)).toBe(false)
})
