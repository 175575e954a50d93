import { describe, expect, test } from 'vitest'
import { arePickupHours, pickupHours } from '~/components/shop/pickup-hours.server'

const whole = [
  { from: 8 * 60, to: 12 * 60 },
  { from: 13 * 60, to: 18 * 60 },
]
const short = [{ from: 9 * 60, to: 13 * 60 }]

describe('The opening hours as times to pick up', () => {
  test.each([
    [
      'days that follow each other',
      [whole, whole, whole, whole, whole, short, []],
      'Mon–Fri 8:00–12:00, 13:00–18:00, Sat 9:00–13:00, from the next working day',
      'Mo–Fr 8:00–12:00, 13:00–18:00\u00a0Uhr, Sa 9:00–13:00\u00a0Uhr, ab dem nächsten Werktag',
    ],
    [
      'days around another one',
      [whole, whole, short, whole, whole, [], []],
      'Mon–Tue, Thu–Fri 8:00–12:00, 13:00–18:00, Wed 9:00–13:00, from the next working day',
      'Mo–Di, Do–Fr 8:00–12:00, 13:00–18:00\u00a0Uhr, Mi 9:00–13:00\u00a0Uhr, ab dem nächsten Werktag',
    ],
    ['no day', [[], [], [], [], [], [], []], '', ''],
  ])('name each stretch of hours once: %s', (_, week, en, de) => {
    expect([pickupHours({ week }, 'en'), pickupHours({ week }, 'de')]).toEqual([en, de])
  })

  test('Opening hours as times to pick up are known again, also with the weekdays in full', () => {
    const week = [whole, whole, whole, whole, whole, short, []]
    const written = [
      pickupHours({ week }, 'de'),
      'Montag–Freitag 8:00–12:00, 13:00–18:00\u00a0Uhr, Samstag 9:00–13:00\u00a0Uhr, ab dem nächsten Werktag',
    ]
    for (const de of written) expect(arePickupHours({ de, en: '' }, { week }), de).toBe(true)
    expect(arePickupHours({ de: 'Mo–Fr', en: '' }, { week })).toBe(false)
    expect(arePickupHours({ de: '', en: '' }, { week: [] })).toBe(false)
  })
})
