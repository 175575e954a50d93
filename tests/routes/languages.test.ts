import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { deskRooms } from '../support/desk-rooms'
import { elements, field, languageOf, linksIn, textOf } from '../support/html'
import { words } from '../support/locales'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type Reply,
  type TestServer,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let conversation: Conversation

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  conversation = await server.begin('Words of a visitor')
})

afterAll(() => server.close())

const german = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' }

function titleOf({ text }: Reply): string | undefined {
  return elements(text, 'title')[0]?.text
}

describe.each(languages)('the desk in %s', (language) => {
  // The overview's heading says what is waiting.
  const rooms = deskRooms.filter(({ name }) => name !== 'overview')

  it.each(rooms)('calls the room $name what the link to it does', async ({ path }) => {
    const at = localizedPath(path, language)
    const reply = await server.ask(at, owner)
    const link = elements(reply.text, 'a').find(({ attributes: { href } }) => href === at)
    // A count may follow.
    const name = new RegExp(link?.text.split(' ', 1)[0] || 'missing', 'i')
    expect(titleOf(reply)).toMatch(name)
    expect(elements(reply.text, 'h1')[0]?.text).toMatch(name)
  })
})

describe('an address', () => {
  it.each([
    ['/en', '/'],
    ['/en/chat?x=1', '/chat?x=1'],
    ['/en/dashboard', '/dashboard'],
    ['/de/', '/de'],
  ])('has one spelling: %s is %s', async (path, location) => {
    expect(await server.ask(path)).toMatchObject({ status: 301, location })
  })

  it.each([
    ['/EN/chat?x=A', '/chat?x=A'],
    ['/SHOP', '/shop'],
    ['/De', '/de'],
  ])('is written in small letters: %s is %s', async (path, location) => {
    expect(await server.ask(path)).toMatchObject({ status: 308, location })
  })

  it.each(['/fr', '/fr/chat', '/fr/dashboard', '/nope', '/chat/more'])(
    'that nobody has made is not found: %s',
    async (path) => {
      const reply = await server.ask(path, owner)
      expect(reply.status).toBe(404)
      expect(titleOf(reply)).toBe('Page Not Found')
      expect(elements(reply.text, 'h1')[0]?.text).toBe('Page Not Found')
      expect(textOf(reply.text)).toContain(`Page Not Found: ${path}`)
      expect(languageOf(reply.text)).toBe('en')
    },
  )

  it.each([
    ['en', '/dashboard/nope'],
    ['en', '/dashboard/settings/nope'],
    ['de', '/de/dashboard/tickets/7'],
  ] as const)(
    'that nobody has made is not found beside the rail of the desk, in %s: %s',
    async (language, path) => {
      const { errors } = words[language]
      const reply = await server.ask(path, owner)
      expect(reply.status).toBe(404)
      expect(titleOf(reply)).toContain(errors.page.missing)
      expect(textOf(reply.text)).toContain(`${errors.page.missing}: ${path}`)
      const links = linksIn(reply.text)
      for (const to of ['/dashboard', '/dashboard/tickets', '/dashboard/settings'])
        expect(links).toContain(localizedPath(to, language))
      expect((await server.ask(path)).location).toBe(
        `${localizedPath('/login', language)}?redirect=${encodeURIComponent(path)}`,
      )
    },
  )

  it('that nobody has made is not found in German', async () => {
    const reply = await server.ask('/de/nope')
    expect(reply.status).toBe(404)
    expect(titleOf(reply)).toBe('Seite nicht gefunden')
    expect(textOf(reply.text)).toContain('Seite nicht gefunden: /de/nope')
    expect(languageOf(reply.text)).toBe('de')
  })

  it('that nobody has made is not found for a form either, and the start page takes none', async () => {
    expect((await server.ask('/nope', { form: { a: 'b' } })).status).toBe(404)
    expect((await server.ask('/de/nope', { form: { a: 'b' } })).status).toBe(404)
    const start = await server.ask('/de', { form: { a: 'b' } })
    expect(start.status).toBe(405)
    expect(elements(start.text, 'h1')[0]?.text).toBe('Diese Seite nimmt keine Formulare an')
  })

  it('is repeated on its page as text and nothing else', async () => {
    const { text } = await server.ask('/%3Cscript%3Ealert(1)%3C/script%3E')
    expect(text).not.toContain('<script')
    expect(textOf(text)).toContain('Page Not Found: /<script>alert(1)</script>')
  })
})

describe('the first visit', () => {
  it('is led to German by the browser’s wish, at the start alone', async () => {
    const start = await server.ask('/', { headers: german })
    expect(start).toMatchObject({ status: 302, location: '/de' })
    const chat = await server.ask('/chat', { headers: german })
    expect(chat.status).toBe(200)
    expect(languageOf(chat.text)).toBe('en')
  })

  it('is led by an earlier choice before the browser’s wish', async () => {
    const stays = await server.ask('/', { headers: german, cookie: 'i18n_redirected=en' })
    expect(stays.status).toBe(200)
    expect(languageOf(stays.text)).toBe('en')
    const goes = await server.ask('/', { cookie: 'i18n_redirected=de' })
    expect(goes).toMatchObject({ status: 302, location: '/de' })
    const stranger = await server.ask('/', { cookie: 'i18n_redirected=fr' })
    expect(stranger.status).toBe(200)
  })
})

describe('the switch', () => {
  it.each([
    ['/?language=de', '/de', 'de'],
    ['/de?language=en', '/', 'en'],
    ['/chat?t=secret&language=de', '/de/chat?t=secret', 'de'],
    ['/de/login?language=en&redirect=%2Fde%2Fdashboard', '/login?redirect=%2Fde%2Fdashboard', 'en'],
  ])('leads on and is remembered: %s', async (path, location, language) => {
    const reply = await server.ask(path)
    expect(reply).toMatchObject({ status: 303, location })
    expect(reply.setCookies).toEqual([
      `i18n_redirected=${language}; Max-Age=31536000; Path=/; SameSite=Lax`,
    ])
  })

  it.each(['fr', '', 'de-AT', '%0d%0aX-Evil:1'])('ignores a language of %j', async (language) => {
    const { status, setCookies } = await server.ask(`/chat?language=${language}`)
    expect({ status, setCookies }).toEqual({ status: 200, setCookies: [] })
  })

  it.each(['/', '/nope', '/verify-email?lang=en'])(
    'is a link where nobody writes: %s',
    async (path) => {
      const { text } = await server.ask(path)
      const link = linksIn(text).find((href) => href.includes('language=de')) ?? ''
      const { status, location } = await server.ask(link)
      const there = localizedPath(path, 'de').replace('lang=en', 'lang=de')
      expect({ status, location }).toEqual({ status: 303, location: there })
    },
  )
})

it('a switch with nothing typed leads to the page of the overview, without a query', async () => {
  const newcomer = await server.signUp()
  const { text } = await server.ask('/dashboard', newcomer)
  const button = elements(text, 'button').find(
    ({ attributes }) => attributes.value === 'switch-language',
  )
  const form = { name: '', intent: 'switch-language' }
  const reply = await server.ask(button?.attributes.formaction ?? '', { ...newcomer, form })
  expect(reply).toMatchObject({ status: 303, location: '/de/dashboard' })
  expect(reply.setCookies.join()).toContain('i18n_redirected=de')
})

describe('a draft', () => {
  /** Presses the word of the other language with this typed into the form. */
  async function switchWith(path: string, typed: Record<string, string>, cookie?: string) {
    const { text } = await server.ask(path, { cookie })
    const button = elements(text, 'button').find(
      ({ attributes }) => attributes.value === 'switch-language',
    )
    expect(button?.attributes.formnovalidate).toBeDefined()
    expect(button?.attributes.formaction).not.toContain('language=')
    const form = { ...typed, intent: 'switch-language' }
    const reply = await server.ask(button?.attributes.formaction ?? '', { cookie, form })
    expect(reply.status).toBe(200)
    expect(languageOf(reply.text)).toBe('de')
    expect(reply.setCookies).toEqual(['i18n_redirected=de; Max-Age=31536000; Path=/; SameSite=Lax'])
    return reply.text
  }

  const address = 'ada "Ada" <ada@example.com>'

  it.each(['/login?redirect=%2Fdashboard', '/signup'])(
    'of %s keeps the address and drops the password',
    async (path) => {
      const html = await switchWith(path, { email: address, password: 'never-to-be-seen' })
      expect(field(html, 'email')).toMatchObject({ value: address, invalid: false })
      expect(html).not.toContain('never-to-be-seen')
      const action = elements(html, 'form')[0]?.attributes.action
      expect(action).toBe(localizedPath(path, 'de'))
    },
  )

  it('of a first message keeps all that was typed, and the key', async () => {
    const typed = { key: 'a-key-of-twenty-and-more', body: 'Half a\nsentence', name: 'Vera' }
    const html = await switchWith('/chat', { ...typed, email: 'vera@' })
    for (const [name, value] of Object.entries(typed)) expect(field(html, name).value).toBe(value)
    expect(field(html, 'email')).toMatchObject({ value: 'vera@', invalid: false })
  })

  it('of a further message keeps its conversation', async () => {
    const html = await switchWith(conversation.address, { key: 'k', body: 'Half a sentence' })
    expect(field(html, 'body').value).toBe('Half a sentence')
    expect(textOf(html)).toContain('Words of a visitor')
  })

  it('of an answer keeps its ticket', async () => {
    const path = '/dashboard/tickets?ticket=1'
    const html = await switchWith(path, { key: 'k', body: 'Half an answer' }, owner.cookie)
    expect(field(html, 'body').value).toBe('Half an answer')
    expect(textOf(html)).toContain('Words of a visitor')
    const { messages } = server.services.tickets
    expect(await messages({ deskId: owner.desk.id, number: 1 }, 0, 10)).toHaveLength(1)
  })

  it('of a name for the desk is kept', async () => {
    const html = await switchWith('/dashboard', { name: 'Ada’s bakery' }, owner.cookie)
    expect(field(html, 'name').value).toBe('Ada’s bakery')
    expect((await server.services.desks.findById(owner.desk.id))?.name).toBe('')
  })
})

describe('the head of a page', () => {
  const spoofed = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }

  function robotsOf(html: string): string | undefined {
    return elements(html, 'meta').find(({ attributes }) => attributes.name === 'robots')?.attributes
      .content
  }

  describe.each(languages)('in %s', (language) => {
    it.each(['/', '/chat', '/login', '/signup'])('names %s by our origin alone', async (page) => {
      const path = localizedPath(page, language)
      const { text } = await server.ask(`${path}?from=mail`, { headers: spoofed })
      const links = elements(text, 'link').map(({ attributes }) => attributes)
      const at = (rel: string) => links.filter((link) => link.rel === rel)
      expect(at('canonical').map(({ href }) => href)).toEqual([server.origin + path])
      expect(at('alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
        ['en', server.origin + page],
        ['de', server.origin + localizedPath(page, 'de')],
        ['x-default', server.origin + page],
      ])
      const graph = Object.fromEntries(
        elements(text, 'meta').map(({ attributes: { property, name, content } }) => [
          property ?? name,
          content,
        ]),
      )
      // The bar of a phone's app lies above its home indicator.
      expect(graph.viewport).toContain('viewport-fit=cover')
      expect(graph['twitter:card']).toBe('summary')
      expect(graph).toMatchObject({
        'og:url': server.origin + path,
        'og:title': elements(text, 'title')[0]?.text,
        'og:locale': { en: 'en_GB', de: 'de_DE' }[language],
      })
      // A drawing stands for no product where links are shown.
      expect(graph['og:image']).toBe(`${server.origin}/bell.png`)
      expect(graph['og:image:alt']).toBe(graph['og:site_name'])
      expect(robotsOf(text)).toBeUndefined()
      expect(text).not.toContain('evil.example')
    })
  })

  it('keeps search engines away from what is private', async () => {
    const paths = [
      '/dashboard',
      '/dashboard/tickets',
      '/verify-email',
      conversation.address,
      '/nope',
    ]
    for (const path of paths) {
      const { text } = await server.ask(path, { ...owner, headers: spoofed })
      expect(robotsOf(text), path).toBe('noindex')
      expect(text, path).not.toContain('rel="canonical"')
      expect(text, path).not.toContain('evil.example')
    }
  })

  it('comes after one doctype', async () => {
    for (const path of ['/', '/nope', '/chat', '/dashboard']) {
      const { text } = await server.ask(path, owner)
      expect(text, path).toMatch(/^<!doctype html><html lang/i)
    }
  })
})
