import { describe, expect, test } from 'vitest'
import { inLanguage, isLanguage, lentIn } from '../../../app/domain/text/languages'

describe('text that an owner wrote', () => {
  test('is shown in the requested language', () => {
    const text = { en: 'Hello', de: 'Hallo' }
    expect(inLanguage(text, 'de')).toEqual({ text: 'Hallo', language: 'de' })
    expect(inLanguage(text, 'en')).toEqual({ text: 'Hello', language: 'en' })
  })

  test('falls back to the other language and says which', () => {
    expect(inLanguage({ de: 'Hallo' }, 'en')).toEqual({ text: 'Hallo', language: 'de' })
    expect(inLanguage({ en: 'Hello', de: ' \n' }, 'de')).toEqual({ text: 'Hello', language: 'en' })
  })

  test('stands in for the languages that it lacks', () => {
    expect(lentIn({ de: 'Hallo', en: ' ' })).toEqual({ en: 'de' })
    expect(lentIn({ en: 'Hello' })).toEqual({ de: 'en' })
    expect(lentIn({ en: 'Hello', de: 'Hello' })).toBeUndefined()
    expect(lentIn({})).toBeUndefined()
  })

  test('is absent when it is in neither language', () => {
    expect(inLanguage({}, 'en')).toBeUndefined()
    expect(inLanguage({ en: ' ', de: '' }, 'de')).toBeUndefined()
  })
})

test.each([
  ['en', true],
  ['de', true],
  ['DE', false],
  ['fr', false],
  ['', false],
  [undefined, false],
])('%s is a language: %s', (value, known) => {
  expect(isLanguage(value)).toBe(known)
})
