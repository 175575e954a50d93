import { expect, test } from 'vitest'
import { languageOfDesk } from '~/domain/desks/desk-language'

const none = { greeting: {}, away: {}, askRating: {} }

test.each([
  [
    'the only one of its texts',
    { ...none, away: { en: 'Closed' }, timeZone: 'Europe/Berlin' },
    'en',
  ],
  ['that of its place', { ...none, timeZone: 'Europe/Vienna' }, 'de'],
  [
    'that of its place, where its texts are in both',
    { ...none, greeting: { en: 'Hello', de: 'Hallo' }, timeZone: 'Europe/Berlin' },
    'de',
  ],
  ['the default elsewhere', { ...none, timeZone: 'Europe/London' }, 'en'],
] as const)('a desk speaks %s', (_, desk, language) => {
  expect(languageOfDesk(desk)).toBe(language)
})
