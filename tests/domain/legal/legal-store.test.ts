import { expect, test } from 'vitest'
import { openLegalFile } from '../../../app/adapters/json-file/legal.server'
import { accountSentences } from '../../../app/domain/legal/account-sentences'
import type { LegalDetails } from '../../../app/domain/legal/legal'
import {
  createLegalSource,
  legalPartNames,
  missingIn,
  type StoredLegal,
  showLegal,
} from '../../../app/domain/legal/legal-store'
import { details } from '../../support/legal'

const addressOf = (path: string, language: string) => `https://cafe.example/${language}${path}`
const { sample } = openLegalFile(undefined)

test('Missing texts are named until each is there in some language', () => {
  expect(missingIn({ texts: {} })).toEqual(legalPartNames)
  expect(missingIn(details)).toEqual([])
  const { bank: _, ...rest } = details
  const { privacy, ...texts } = details.texts.en ?? {}
  expect(missingIn({ ...rest, texts: { en: texts } })).toEqual(['bank', 'privacy'])
  expect(missingIn({ ...details, texts: { en: texts, de: { privacy } } })).toEqual([])
  for (const language of ['en', 'de'] as const)
    expect(missingIn({ ...details, texts: { [language]: details.texts.en } })).toEqual([])
})

test('A missing text is replaced by that of another language, marked as such, or else by the sample', () => {
  const own = [{ heading: 'Terms', paragraphs: ['By {name}, see {withdrawal}'] }]
  const partlyIn = (language: 'en' | 'de'): LegalDetails => ({
    company: details.company,
    texts: { [language]: { terms: own } },
  })
  for (const written of ['en', 'de'] as const) {
    const { texts, borrowed } = showLegal(partlyIn(written), sample, addressOf)
    const filled = `By Café Morgenrot e. K., see https://cafe.example/${written}/withdrawal?withdraw`
    for (const language of ['en', 'de'] as const) {
      expect(texts[language].terms[0]?.paragraphs).toEqual([filled])
      expect(borrowed[language].terms).toBe(language === written ? undefined : written)
    }
  }
  const shown = showLegal(partlyIn('en'), sample, addressOf)
  expect(shown.sample).toBe(true)
  expect(shown.texts.de.disputes).toBe(sample.texts.de?.disputes)
  expect(shown.bank).toEqual(sample.bank)
  expect(showLegal(details, sample, addressOf).sample).toBe(false)
})

test('The privacy text says who checks passwords', () => {
  const privacyWith = (...accounts: Parameters<typeof accountSentences>) => {
    const { texts } = showLegal({ texts: {} }, sample, addressOf, accountSentences(...accounts))
    return [JSON.stringify(texts.en.privacy), JSON.stringify(texts.de.privacy)]
  }
  for (const text of privacyWith('own')) {
    expect(text).toMatch(/\bhash\b/i)
    expect(text).not.toMatch(/Google|\{accounts\}/)
  }
  for (const text of privacyWith('firebase')) expect(text).toContain('Google Identity Platform')
  const google = { name: 'Google', issuer: 'https://accounts.google.com' }
  const house = { name: 'House key', issuer: 'https://login.house.example/realms/all' }
  const [english, german] = privacyWith('own', [google, house])
  const named = 'Google (accounts.google.com)'
  expect(english).toContain(`sign in with ${named} or House key (login.house.example),`)
  expect(german).toContain(`mit ${named} oder House key (login.house.example) anmelden`)
})

test('The file counts until something is saved, and the store is read once per version', async () => {
  let stored: StoredLegal | undefined
  let finds = 0
  const source = createLegalSource(
    {
      version: async () => stored?.version ?? 0,
      async find() {
        finds += 1
        return stored
      },
      async change(decide) {
        const decided = decide(stored?.details)
        const { details } = decided
        if (details) stored = { details, version: (stored?.version ?? 0) + 1 }
        return decided
      },
    },
    { details, sample },
    { addressOf, offers: async () => true, hash: (text) => String(text.length) },
  )
  let told = 0
  source.onChange(() => {
    told += 1
  })
  const { version, company } = await source.read()
  expect(company).toEqual(details.company)

  const bank = { holder: 'Mara', iban: 'DE89370400440532013000' }
  await source.change((current) => ({ details: { ...current, bank } }))
  expect((await source.read()).bank).toEqual(bank)
  expect(await source.read()).toMatchObject({ version, company, sample: false })
  expect([finds, told]).toEqual([1, 1])

  const terms = [{ heading: 'Terms', paragraphs: ['Others'] }]
  await source.change((current) => {
    const en = { ...current.texts.en, terms }
    return { details: { ...current, texts: { ...current.texts, en } } }
  })
  expect((await source.read()).version).not.toBe(version)

  const unsound = { ...bank, iban: 'DE00' }
  await expect(
    source.change((current) => ({ details: { ...current, bank: unsound } })),
  ).rejects.toThrow('is no IBAN')
  expect((await source.written()).details.bank).toEqual(bank)
})
