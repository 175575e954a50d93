import { expect, test } from 'vitest'
import { isPressing, presenceAt, wordsFor } from '../../../app/domain/desks/availability'
import type { DeskStore } from '../../../app/domain/desks/desks'
import { exampleDesk } from '../../contracts/examples'

const day = [{ from: 9 * 60, to: 18 * 60 }]
const week = [day, day, day, day, day, [], []]

/** Monday in Berlin. */
const at = (time: string) => new Date(`2026-11-23T${time}+01:00`)

test.each([
  ['10:00', '11:44', false],
  ['10:00', '11:46', true],
  ['10:00', '17:00', true],
  // Asked at night, due at eleven.
  ['03:00', '10:40', false],
  ['03:00', '10:50', true],
])('a question of %s is urgent at %s: %s', (asked, now, pressing) => {
  const desk = exampleDesk('ada', { week, replyWithin: '2-hours' })
  expect(isPressing(desk, at(asked), at(now))).toBe(pressing)
})

test('nothing is urgent without opening hours or a promised reply time', () => {
  for (const desk of [exampleDesk('ada'), exampleDesk('ada', { week })])
    expect(isPressing(desk, at('03:00'), at('17:00'))).toBe(false)
})

test.each([
  ['the away text while it is closed and nobody is there', undefined, 'Asleep'],
  ['the greeting while somebody is there after hours', at('22:00'), 'Good day'],
])('A desk shows %s', async (_, attendedAt, shown) => {
  const texts = { greeting: { en: 'Good day' }, away: { en: 'Asleep' } }
  const desk = exampleDesk('ada', { week, attendedAt, ...texts })
  const presence = await presenceAt({} as DeskStore, desk, at('22:00'))
  expect(wordsFor(desk, presence)).toEqual({ en: shown })
})
