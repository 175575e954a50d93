import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sample from '../../app/adapters/json-file/sample-legal.json'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { type App, startApp } from '../support/app'
import { elements, linksIn, textOf } from '../support/html'
import { legal } from '../support/legal'
import { openTestServer, type TestServer, words } from '../support/test-server'

const pages = ['imprint', 'privacy', 'terms', 'withdrawal'] as const

/** What the law wants to be read there, in each language. */
const wanted = {
  imprint: {
    en: [
      '§\\s5 DDG',
      'HRA 4711',
      'DE136695976',
      '§ 36 VSBG',
      'WCAG|Web Content Accessibility',
      'BFSG',
    ],
    de: ['§\\s5 DDG', 'HRA 4711', 'DE136695976', '§ 36 VSBG', 'Barrierefreiheit', 'BFSG'],
  },
  privacy: {
    en: ['§ 25 TDDDG', 'i18n_redirected', 'Google Identity Platform', 'Art. 15 to 20', 'no banner'],
    de: ['§ 25 TDDDG', 'i18n_redirected', 'Google Identity Platform', 'Art. 15 bis 20', 'Banner'],
  },
  terms: {
    en: ['Order with obligation to pay', 'Delivery', 'Payment', 'Liability'],
    de: ['Zahlungspflichtig bestellen', 'Lieferung', 'Zahlung', 'Haftung'],
  },
  withdrawal: {
    en: [
      'within 14 days',
      'withdrawal\\?withdraw',
      'acknowledgement of receipt',
      'Model withdrawal form',
    ],
    de: [
      'binnen vierzehn Tagen',
      'de/withdrawal\\?withdraw',
      'Eingangsbestätigung',
      'Muster-Widerrufsformular',
    ],
  },
}

describe('The legal pages', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  test.each(pages)('/%s says what the law wants, in both languages', async (page) => {
    for (const language of languages) {
      const { status, text } = await server.ask(localizedPath(`/${page}`, language))
      expect(status).toBe(200)
      const read = textOf(text)
      for (const each of wanted[page][language]) expect(read).toMatch(new RegExp(each))
      expect(elements(text, 'h1').map((heading) => heading.text)).toEqual([
        words[language].legal[page],
      ])
      expect(read).not.toContain(words[language].legal.sample)
      expect(read).not.toMatch(/\{\w+\}/)
      expect(text).not.toMatch(/ec\.europa\.eu|<script/)
    }
  })

  test('The terms say once where the methods of payment are', async () => {
    const { text } = await server.ask('/de/terms')
    expect(textOf(text).split('am Anfang der Kasse')).toHaveLength(2)
  })

  test('name the business, and how to reach it, with links', async () => {
    for (const language of languages) {
      const { text } = await server.ask(localizedPath('/imprint', language))
      for (const each of [legal.company.name, legal.company.street, 'Mara Morgenrot']) {
        expect(textOf(text)).toContain(each)
      }
      expect(linksIn(text)).toEqual(
        expect.arrayContaining([`mailto:${legal.company.email}`, 'tel:+493023125777']),
      )
    }
  })

  test('are one click from every page of the shop, and so are both forms, without an account', async () => {
    for (const page of ['/', '/chat', '/login', '/signup', '/terms', '/no-such-page']) {
      for (const language of languages) {
        const { text } = await server.ask(localizedPath(page, language))
        const links = elements(text, 'a').map(({ attributes, text: name }) => [
          attributes.href,
          name,
        ])
        const { layout } = words[language]
        expect(links, page).toEqual(
          expect.arrayContaining(
            [
              ['/imprint', layout.imprint],
              ['/privacy', layout.privacy],
              ['/terms', layout.terms],
              ['/withdrawal?withdraw', layout.withdraw],
              ['/withdrawal?cancel', layout.cancel],
            ].map(([to = '', name]) => [localizedPath(to, language), name]),
          ),
        )
      }
    }
    expect([words.de.layout.withdraw, words.de.layout.cancel]).toEqual([
      'Vertrag widerrufen',
      'Verträge hier kündigen',
    ])
  })
})

describe('Without real texts', () => {
  const apps: App[] = []
  afterAll(() => Promise.all(apps.map((app) => app.close())))

  async function read(mode: 'development' | 'production', path: string) {
    const app = await startApp({ mode, environment: { LEGAL: '' } })
    apps.push(app)
    const response = await fetch(app.origin + path)
    return { status: response.status, text: textOf(await response.text()) }
  }

  test('a shop that is being built shows the sample, marked as one', async () => {
    const { status, text } = await read('development', '/de/imprint')
    expect(status).toBe(200)
    expect(text).toContain(sample.company.name)
    expect(text).toContain(words.de.legal.sample)
  })

  test('nobody is told the sample’s data for true', async () => {
    const { status, text } = await read('production', '/imprint')
    expect(status).toBe(503)
    expect(text).toContain(words.en.legal.missing)
    expect(text).not.toContain(sample.company.street)
  })
})
