import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  askedKey,
  flatten,
  languageProblems,
  type Messages,
  placeholders,
  type Uses,
  usesIn,
} from './support/locale-rules'
import { sourcesIn } from './support/source-files'

function read(language: 'en' | 'de'): Messages {
  return flatten(JSON.parse(readFileSync(`locales/${language}.json`, 'utf8')))
}

const en = read('en')
const de = read('de')
const keys = new Set([...en.keys()].map(askedKey))
const sections = [...new Set([...keys].map((key) => key.split('.')[0] ?? ''))]

function usesOfApp(): Uses[] {
  return sourcesIn('app')
    .filter(({ path }) => !path.endsWith('.d.ts'))
    .map((file) => usesIn(file, /^app\/(domain|http)\//.test(file.path), sections))
}

function problemsOf(text: string, language: 'en' | 'de') {
  return languageProblems(language, new Map([['key', text]]))
}

describe('the checks', () => {
  it('find keys that are asked for in every way that the code has', () => {
    const text = `
      t('chat.a'); i18n.t(on ? 'chat.b' : ('chat.c')); t(error as 'chat.not')
      const html = <Trans i18nKey="chat.d" />
      const title = t(\`chat.\${page}.title\`)
      const table = { REFUSED: 'chat.e' }
    `
    const file = { path: 'app/routes/a.tsx', text }
    const uses = usesIn(file, false, ['chat'])
    expect([...uses.asked]).toEqual(['chat.a', 'chat.b', 'chat.c', 'chat.d'])
    expect([...uses.patterns]).toEqual(['^chat\\.[^.]+\\.title$'])
    expect(uses.mentioned).toContain('chat.e')
    expect(uses.mentioned).not.toContain('chat.not')
    expect([...usesIn(file, true, ['chat']).asked]).toContain('chat.e')
  })

  it('strike out careless German', () => {
    expect(problemsOf('Klicken Sie auf „Senden“ – oder schreiben Sie eine E-Mail.', 'de')).toEqual(
      [],
    )
    for (const careless of [
      'Klicken Sie auf "Senden".',
      'Senden - oder nicht',
      'Hast du deine Tasche?',
      'Ihre Email-Adresse',
      'Ihre e-mail',
      'Please wait',
    ]) {
      expect(problemsOf(careless, 'de'), careless).toHaveLength(1)
    }
  })

  it('find German in English', () => {
    expect(problemsOf('Café Morgenrot is open, {{für}} sure.', 'en')).toEqual([])
    expect(problemsOf('Schön', 'en')).toHaveLength(1)
    expect(problemsOf('Bitte nicht', 'en')).toHaveLength(1)
  })
})

describe('the two languages', () => {
  it('have the same keys', () => {
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
  })

  it('have no empty text', () => {
    const empty = [...en, ...de].filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })

  it('have the same placeholders', () => {
    const different = [...en].filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(de.get(key) ?? text)),
    )
    expect(different.map(([key]) => key)).toEqual([])
  })

  it('have both forms of every plural', () => {
    const halves = [...en.keys()].filter((key) => {
      return (
        key !== askedKey(key) &&
        !(en.has(`${askedKey(key)}_one`) && en.has(`${askedKey(key)}_other`))
      )
    })
    expect(halves).toEqual([])
  })

  it('are each written as the language is', () => {
    expect(languageProblems('en', en)).toEqual([])
    expect(languageProblems('de', de)).toEqual([])
  })
})

describe('the app', () => {
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
      (key) => !used.has(key) && !patterns.some((pattern) => key.match(pattern)),
    )
    expect(unused).toEqual([])
  })
})
