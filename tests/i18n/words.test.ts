import { expect, test } from 'vitest'
import { makeTranslations } from '../../app/i18n/translation.server'
import { overlay, speak, type Words } from '../../app/i18n/words'

test('a name that ends with a full stop ends its sentence with it, on server and in browser', () => {
  const en = { home: { of: 'This is the counter of {{name}}. Come in …', wait: '{{name}}' } }
  const [onServer, inBrowser] = [makeTranslations('en', { en }).t, speak('en', () => en)]
  for (const t of [onServer, inBrowser] as unknown as ((key: string, values: object) => string)[]) {
    expect(t('home:of', { name: 'Lindner e. K.' })).toBe(
      'This is the counter of Lindner e. K. Come in …',
    )
    expect(t('home:wait', { name: 'Well...' })).toBe('Well...')
  }
})

test('a missing text shows its key, and texts that load later are found', () => {
  const words: Words = { room: { name: 'Overview' } }
  const t = speak('en', () => words) as (key: string) => string
  const unknown = ['late:open', 'room:', 'room:name.more']
  expect(unknown.map(t)).toEqual(unknown)
  words.late = { open: 'Open' }
  expect([t('late:open'), t('room:name')]).toEqual(['Open', 'Overview'])
})

test('a text that German lacks reads in American English, the fallback, on server and in browser', () => {
  const en = {
    room: { name: 'Overview', bread: { count_one: '1 loaf', count_other: '{{count}} loaves' } },
  }
  const de = { room: { bread: {} } }
  const onServer = makeTranslations('de', { en, de }).t as unknown as typeof inBrowser
  const inBrowser = speak('de', () => overlay(en, de)) as (key: string, values?: object) => string
  for (const t of [onServer, inBrowser]) {
    expect(t('room:name')).toBe('Overview')
    expect([1, 3].map((count) => t('room:bread.count', { count }))).toEqual(['1 loaf', '3 loaves'])
  }
})

test('a text in American English wins over the English one where German has none', () => {
  const texts = {
    en: { room: { colour: 'Colour' } },
    'en-US': { room: { colour: 'Color' } },
    de: {},
  }
  const t = makeTranslations('de', texts).t as unknown as (key: string) => string
  expect(t('room:colour')).toBe('Color')
})
