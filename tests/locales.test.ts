import { describe, expect, it } from 'vitest'
import { defaultLanguage, type Language, languages } from '../app/domain/text/languages'
import {
  askedKey,
  flatten,
  languageProblems,
  type Messages,
  placeholders,
  type Uses,
  usesIn,
} from './support/locale-rules'
import { words } from './support/locales'
import { sourcesIn } from './support/source-files'

const texts = new Map(languages.map((language) => [language, flatten(words[language])]))
const first = texts.get(defaultLanguage) ?? new Map<string, string>()
const others = languages.filter((language) => language !== defaultLanguage)
const keys = new Set([...first.keys()].map(askedKey))
const namespaces = Object.keys(words[defaultLanguage])

function textsOf(language: Language): Messages {
  return texts.get(language) ?? new Map()
}

function usesOfApp(): Uses[] {
  return sourcesIn('app')
    .filter(({ path }) => !path.endsWith('.d.ts'))
    .map((file) =>
      usesIn(file, /^app\/(domain|http)\/|\.server\.tsx?$/.test(file.path), namespaces),
    )
}

function problemsOf(text: string, language: Language) {
  return languageProblems(language, new Map([['key', text]]))
}

describe('the checks', () => {
  it('find keys that are asked for in every way that the code has', () => {
    const text = `
      t('chat:a'); i18n.t(on ? 'chat:b' : ('chat:c')); t(error as 'chat:not')
      const html = <Trans i18nKey="chat:d" />
      const title = t(\`chat:\${page}.title\`)
      const table = { REFUSED: 'chat:e' }
    `
    const file = { path: 'app/routes/a.tsx', text }
    const uses = usesIn(file, false, ['chat'])
    expect([...uses.asked]).toEqual(['chat:a', 'chat:b', 'chat:c', 'chat:d'])
    expect([...uses.patterns]).toEqual(['^chat:[^.]+\\.title$'])
    expect(uses.mentioned).toContain('chat:e')
    expect(uses.mentioned).not.toContain('chat:not')
    expect([...usesIn(file, true, ['chat']).asked]).toContain('chat:e')
  })

  it('strike out careless German', () => {
    expect(problemsOf('Klicken Sie auf „Senden“ – oder schreiben Sie eine E-Mail.', 'de')).toEqual(
      [],
    )
    expect(problemsOf('Rund um die Uhr, ab 9:00\u00a0Uhr, Nr.\u00a0{{number}}', 'de')).toEqual([])
    for (const careless of [
      'Klicken Sie auf "Senden".',
      'Senden - oder nicht',
      'Hast du deine Tasche?',
      'Ihre Email-Adresse',
      'Ihre e-mail',
      'Please wait',
      'Ab 9:00 Uhr',
      'Bis {{time}} Uhr',
      'Bestellung Nr. {{number}}',
      'Nach § 19 UStG',
    ]) {
      expect(problemsOf(careless, 'de'), careless).toHaveLength(1)
    }
  })

  it.each(languages)('find a year in %s, as an example would be over one day', (language) => {
    expect(problemsOf('28.11.2026', language)).toHaveLength(1)
  })

  it('strike out careless English', () => {
    expect(problemsOf('Don’t press “Send” – or write an e-mail …', 'en')).toEqual([])
    for (const careless of [
      'Press "Send".',
      "You don't have to.",
      'Send - or not',
      'Sending ...',
      'Your Email address',
    ]) {
      expect(problemsOf(careless, 'en'), careless).toHaveLength(1)
    }
  })

  it('find German in English', () => {
    expect(problemsOf('Café Morgenrot is open, {{für}} sure.', 'en')).toEqual([])
    expect(problemsOf('Schön', 'en')).toHaveLength(1)
    expect(problemsOf('Bitte nicht', 'en')).toHaveLength(1)
  })
})

describe('the languages', () => {
  it.each(others)('%s has the keys of the default', (language) => {
    expect([...new Set([...textsOf(language).keys()].map(askedKey))].sort()).toEqual(
      [...keys].sort(),
    )
  })

  it.each(languages)('%s has no empty text', (language) => {
    expect([...textsOf(language)].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(others)('%s has the placeholders of the default', (language) => {
    const different = [...textsOf(language)].filter(([key, text]) => {
      const same = first.get(key) ?? first.get(`${askedKey(key)}_other`) ?? ''
      return String(placeholders(text)) !== String(placeholders(same))
    })
    expect(different.map(([key]) => key)).toEqual([])
  })

  it.each(languages)('%s has every form of every plural', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const all = textsOf(language)
    const missing = [...all.keys()]
      .filter((key) => key !== askedKey(key))
      .flatMap((key) => forms.map((form) => `${askedKey(key)}_${form}`))
      .filter((key) => !all.has(key))
    expect(missing).toEqual([])
  })

  it.each(languages)('%s is written as the language is', (language) => {
    expect(languageProblems(language, textsOf(language))).toEqual([])
  })
})

describe('the app', () => {
  it('names no language but in their list', () => {
    const lists = [
      ...['app/domain/text/languages.ts', 'app/domain/text/language-hints.ts'],
      'app/i18n/resources.d.ts',
    ]
    const naming = /(?<![-\w])['"](?:en|de)['"]|\b(?:en|de): |\.(?:en|de)\b(?!-)/
    const found = sourcesIn('app')
      .filter(({ path }) => !lists.includes(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter((line) => naming.test(line.replace(/\/\*.*|^ \*.*|\/\/ .*/, '')))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })

  const uses = usesOfApp()
  const asked = uses.flatMap((each) => [...each.asked])
  const patterns = uses.flatMap((each) => [...each.patterns])

  it('asks for no key that is not there', () => {
    const missing = asked.filter((key) => !keys.has(key))
    const idle = patterns.filter((pattern) => ![...keys].some((key) => key.match(pattern)))
    expect([...missing, ...idle]).toEqual([])
  })

  it('uses every key', () => {
    const used = new Set([...asked, ...uses.flatMap((each) => [...each.mentioned])])
    const unused = [...keys].filter(
      (key) =>
        !used.has(key) &&
        // A page's handle names them both.
        !used.has(key.replace(/\.(title|description)$/, '')) &&
        !patterns.some((pattern) => key.match(pattern)),
    )
    expect(unused).toEqual([])
  })
})

it.each(languages)('one act is named for the deadline of a refund, in %s', (language) => {
  const { orders, mails } = words[language]
  const sentences = JSON.stringify([orders.withdrawn, mails.withdrawal])
  expect(new Set(sentences.match(/§\s\d+\sBGB/g))).toEqual(new Set(['§\u00a0357\u00a0BGB']))
})
