import { expect, test } from 'vitest'
import { median, numbersOf } from '../../../app/domain/tickets/numbers'

const at = (minutes: number) => minutes * 60_000

test.each([
  [[], undefined],
  [[7], 7],
  [[9, 1], 5],
  [[100, 1, 3], 3],
  [[4, 1, 100, 2], 3],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('a period includes its beginning but not its end, and counts what was answered in it', () => {
  const boundaries = [0, 15, 30].map((minutes) => new Date(at(minutes)))
  const replies = [
    { at: at(14), took: 60 },
    { at: at(15), took: 20 },
    { at: at(29), took: 40 },
    { at: at(30), took: 1 },
  ]
  expect(numbersOf(boundaries, [at(-1), at(0), at(14), at(15), at(30)], replies)).toEqual([
    { since: boundaries[0], begun: 2, answered: 1, medianFirstReply: 60 },
    { since: boundaries[1], begun: 1, answered: 2, medianFirstReply: 30 },
  ])
  expect(numbersOf([new Date(0)], [1], [])).toEqual([])
})
