import { once } from 'node:events'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import sample from '../../app/adapters/json-file/sample-catalogue.json'
import type { Services } from '../../app/config'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import { newId } from '../../app/domain/text/ids'
import { type Language, languages } from '../../app/domain/text/languages'
import { replyAsOwner, startTicket, writeAsVisitor } from '../../app/domain/tickets/conversations'
import { secretHash } from '../../app/http/links/ticket-link.server'
import { demoOwner } from '../../development/demo-people'
import { demoTickets } from '../../development/demo-tickets'
import { seedDemo } from '../../development/seed'
import type { App } from '../support/app'
import { openServer } from '../support/browser-server'
import { deskRooms } from '../support/desk-rooms'
import { importsOf } from '../support/layout-rules'
import { flatten } from '../support/locale-rules'
import { de } from '../support/locales'
import { hiddenIn, typed } from '../support/till'

/** Fifty messages as long and as varied as people write them. */
const fifty = [
  ...demoTickets.flatMap(({ first, later }) => [
    first.text,
    ...later.flatMap((step) => ('text' in step ? step.text : [])),
  ]),
  ...[...flatten(de).values()].filter((text) => text.length > 70),
].slice(0, 50)

/** As long as it may be. */
const longestLauncher = 'Do you have any questions? Ask'

interface Loaded {
  status: number
  headers: IncomingMessage['headers']
  /** Bytes of the body as they came over the line. */
  size: number
  text: string
}

describe('What comes over the line', () => {
  const secret = 'the-secret-of-a-long-conversation'
  let server: App
  let session = ''
  let deskKey = ''

  beforeAll(async () => {
    server = await openServer(prepare)
    session = await signIn()
  })
  afterAll(() => server.close())

  async function load(path: string, headers: OutgoingHttpHeaders = {}): Promise<Loaded> {
    const request = get(server.origin + path, { headers: { 'accept-encoding': 'br', ...headers } })
    const [answer]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage]
    const body = await buffer(answer)
    const packed = answer.headers['content-encoding'] === 'br'
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      size: body.length,
      text: (packed ? brotliDecompressSync(body) : body).toString(),
    }
  }

  async function signIn(): Promise<string> {
    const { email, password } = demoOwner
    const answer = await fetch(`${server.origin}/login`, {
      method: 'POST',
      headers: { origin: server.origin },
      body: new URLSearchParams({ email, password }),
      redirect: 'manual',
    })
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
  }

  test.each([
    ['/signup', 200],
    ['/imprint', 200],
    ['/privacy', 200],
    ['/withdrawal', 200],
    ['/no-such-page', 404],
  ])(
    '%s is at most 6,700 bytes with its style inside, and names no script',
    async (path, status) => {
      for (const address of [path, `/de${path === '/' ? '' : path}`]) {
        const page = await load(address)
        expect(page.status).toBe(status)
        expect(page.size).toBeLessThanOrEqual(6_700)
        expect(page.text).toMatch(/^<!DOCTYPE html><html.*<style>.*<\/html>/s)
        const inAdvance = /<link rel="stylesheet" href="[^"]+" media="not all"\/>/
        expect(page.text.replace(inAdvance, '')).not.toMatch(
          /<script|modulepreload|stylesheet|javascript:|\son\w+=/i,
        )
      }
    },
  )

  test('the home page and the shelf are at most 6,550 bytes, their one script at most 500', async () => {
    for (const path of ['/', '/de', '/shop', '/de/shop?category=goods']) {
      const page = await load(path)
      expect(page.size).toBeLessThanOrEqual(6_550)
      const [script = '', ...others] = scriptsOf(page.text)
      expect(others).toEqual([])
      expect((await load(script)).size).toBeLessThanOrEqual(500)
    }
  })

  test('a product is at most 6,200 bytes, and its one script is data', async () => {
    for (const path of ['/shop?item=house-coffee', '/de/shop?item=house-coffee']) {
      const page = await load(path)
      expect(page.status).toBe(200)
      expect(page.size).toBeLessThanOrEqual(6_200)
      expect(page.text.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">'])
    }
  })

  /** The cart's cookie after putting two of each in. */
  async function fillCart(products: { id: string }[]): Promise<string> {
    let cookie = ''
    for (const { id } of products) {
      const answer = await send('/de/shop', cookie, { intent: 'add', product: id, quantity: '2' })
      cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    }
    return cookie
  }

  function send(path: string, cookie: string, form: Record<string, string>) {
    return fetch(server.origin + path, {
      method: 'POST',
      headers: { origin: server.origin, cookie },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  }

  test('the shelf beside a cart with all that it has, and its checkout, are at most 14,000 bytes', async () => {
    const cookie = await fillCart(sample.products)
    const page = await load('/de/shop', { cookie })
    expect(page.text.match(/value="remove /g)?.length).toBeGreaterThanOrEqual(6)
    expect(page.size).toBeLessThanOrEqual(14_000)
    const checkout = await load('/de/shop/checkout', { cookie })
    expect(checkout.text).toContain('class="summary"')
    expect(checkout.size).toBeLessThanOrEqual(14_000)
  })

  test('an order of all that is sent, with the code for its transfer, is at most 14,000 bytes', async () => {
    const cookie = await fillCart(sample.products.filter(({ kind }) => kind === 'good'))
    const form = await load('/de/shop/checkout', { cookie })
    const sent = { ...typed, ...hiddenIn(form.text), intent: 'order' }
    const { headers } = await send('/de/shop/checkout', cookie, sent)
    const page = await load(headers.get('location') ?? '')
    expect(page.status).toBe(200)
    expect(page.text).toContain('fill="#000"')
    expect(page.size).toBeLessThanOrEqual(14_000)
  })

  test('a chat with fifty messages is at most 14,000 bytes', async () => {
    expect(fifty).toHaveLength(50)
    const page = await load(`/de/chat?t=${secret}`)
    expect(page.text.match(/data-seq=/g)).toHaveLength(50)
    expect(page.size).toBeLessThanOrEqual(14_000)
  })

  test('a chat that begins is at most 6,200 bytes, and names its one script alone', async () => {
    for (const address of ['/chat', '/de/chat']) {
      const page = await load(address)
      expect(page.size).toBeLessThanOrEqual(6_200)
      expect(scriptsOf(page.text)).toHaveLength(1)
    }
  })

  test('a desk’s script on other sites is at most 1,200 bytes, and 10,100 with the chat that it opens', async () => {
    const script = await load(`/embed.js?desk=${deskKey}`)
    expect(script.status).toBe(200)
    expect(script.size).toBeLessThanOrEqual(1_200)
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': expect.stringContaining('max-age=300'),
    })
    expect(script.headers).not.toHaveProperty('set-cookie')
    const again = await load(`/embed.js?desk=${deskKey}`, { 'if-none-match': script.headers.etag })
    expect(again).toMatchObject({ status: 304, size: 0 })
    for (const path of ['/chat', '/de/chat']) {
      const page = await load(`${path}?desk=${deskKey}`, { 'sec-fetch-dest': 'iframe' })
      const scripts = await Promise.all(scriptsOf(page.text).map((address) => load(address)))
      expect(scripts).toHaveLength(2)
      const parts = [script, page, ...scripts].map(({ size }) => size)
      expect(parts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_100)
    }
  })

  test('the response to a chat script’s message is at most 3,000 bytes', async () => {
    const page = await load(`/de/chat?t=${secret}&after=47`)
    expect(page.text.match(/data-seq=/g)).toHaveLength(3)
    expect(page.size).toBeLessThanOrEqual(3_000)
  })

  test('the chat’s one script is at most 4,500 bytes, and is left out to save data', async () => {
    const page = await load(`/chat?t=${secret}`)
    const scripts = scriptsOf(page.text)
    expect(scripts).toHaveLength(1)
    const script = await load(scripts[0] ?? '')
    expect(script.headers['content-type']).toMatch(/^text\/javascript/)
    expect(script.size).toBeLessThanOrEqual(4_500)
    const late = [...script.text.matchAll(/import\("([^"]+)"\)/g)].map(([, path = '']) => path)
    expect(late).toHaveLength(1)
    expect((await load(late[0] ?? '')).size).toBeLessThanOrEqual(600)
    const saving = await load(`/chat?t=${secret}`, { 'save-data': 'on' })
    expect(saving.status).toBe(200)
    expect(saving.text).not.toContain('<script')
  })

  const pagesOfDesk = [...deskRooms.map(({ path }) => path), '/dashboard/tickets?ticket=1']

  test.each(pagesOfDesk)(
    '%s is at most 12,000 bytes, its style a file that is cached for a year',
    async (path) => {
      for (const address of [path, `/de${path}`]) {
        const page = await load(address, { cookie: session })
        expect(page.status).toBe(200)
        expect(page.size).toBeLessThanOrEqual(12_000)
        const [, file = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? []
        const style = await load(file)
        expect(style.text).toContain('.desk-page')
        expect(style.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(page.text).not.toContain('<style')
      }
    },
  )

  test.each(pagesOfDesk)(
    'all scripts of %s together are at most 17 files and 123,000 bytes',
    async (path) => {
      for (const address of [path, `/de${path}`]) {
        const page = await load(address, { cookie: session })
        expect(page.status).toBe(200)
        const scripts = await loadScripts(page.text, [address === path ? 'en' : 'de'])
        const names = [...scripts.keys()].join()
        const words = address === path ? '/en-' : '/de-'
        for (const part of ['/entry.client-', '/root-', '.dashboard-', '/react-', words]) {
          expect(names).toContain(part)
        }
        const sum = [...scripts.values()].reduce((total, size) => total + size, 0)
        expect(sum).toBeLessThanOrEqual(123_000)
        // Each comes with 700 bytes of headers.
        expect(scripts.size).toBeLessThanOrEqual(17)
        // The browser asks for all of them at once.
        const preloads = [...page.text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)]
        const inHeader = [...String(page.headers.link).matchAll(/<([^>]+)>; rel=modulepreload/g)]
        const inAdvance = [...preloads, ...inHeader].map(([, address = '']) => address)
        const late = /\/updates-/
        const atOnce = [...scripts.keys()].filter((address) => !late.test(address))
        expect(atOnce.sort()).toEqual([...new Set(inAdvance)].sort())
      }
    },
  )

  test('signing in and up fetch the desk’s style in advance, but not to save data', async () => {
    const desk = await load('/dashboard', { cookie: session })
    const [, file = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(desk.text) ?? []
    for (const path of ['/login', '/de/login', '/signup', '/de/signup']) {
      expect((await load(path)).text).toContain(
        `<link rel="stylesheet" href="${file}" media="not all"/>`,
      )
      expect((await load(path, { 'save-data': 'on' })).text).not.toContain(file)
    }
  })

  test('the login page is at most 6,200 bytes, and its one script at most 1,500', async () => {
    for (const path of ['/login', '/de/login']) {
      const page = await load(path)
      expect(page.status).toBe(200)
      expect(page.size).toBeLessThanOrEqual(6_200)
      const [address, ...others] = scriptsOf(page.text)
      expect(others).toEqual([])
      expect((await load(address ?? '')).size).toBeLessThanOrEqual(1_500)
      const saving = await load(path, { 'save-data': 'on' })
      expect(saving.status).toBe(200)
      expect(saving.text).not.toContain('<script')
    }
  })

  test('the test page is at most 6,400 bytes, and its one script at most 1,500', async () => {
    for (const path of ['/test', '/de/test']) {
      const page = await load(path, { cookie: session })
      expect(page.status).toBe(200)
      expect(page.size).toBeLessThanOrEqual(6_400)
      const [address, ...others] = scriptsOf(page.text)
      expect(others).toEqual([])
      expect((await load(address ?? '')).size).toBeLessThanOrEqual(1_500)
    }
  })

  test('what the Google button loads once it is pressed is at most 31,000 bytes', async () => {
    const [address = ''] = scriptsOf((await load('/login')).text)
    const { text } = await load(address)
    const late = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, path = '']) => path)
    expect(late).toHaveLength(1)
    const part = await load(late[0] ?? '')
    expect(part.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(part.size).toBeLessThanOrEqual(31_000)
  })

  test('a page of the desk names no script to somebody who saves data', async () => {
    const page = await load('/dashboard/tickets', { cookie: session, 'save-data': 'on' })
    expect(page.status).toBe(200)
    expect(page.text).not.toMatch(/<script|modulepreload/)
  })

  test('a browser that has the home page already gets a 304 alone', async () => {
    for (const path of ['/', '/de']) {
      const first = await load(path)
      let again = await load(path, { 'if-none-match': first.headers.etag })
      // The server draws the page again every few seconds: only one that says something else is sent.
      if (again.status === 200) {
        expect(again.text).not.toBe(first.text)
        again = await load(path, { 'if-none-match': again.headers.etag })
      }
      expect(again).toMatchObject({ status: 304, size: 0 })
      const other = await load(path, { 'if-none-match': '"another"' })
      expect(other.status).toBe(200)
    }
  })

  /**
   * Every script that a page names or that those import, by path, with its bytes over the line; of
   * the files with words, those of the languages alone.
   */
  async function loadScripts(html: string, words: Language[]): Promise<Map<string, number>> {
    const others = languages.filter((language) => !words.includes(language))
    const isOther = (path: string) => others.some((other) => path.startsWith(`/assets/${other}-`))
    const inline = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code)
    const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+\.js)"/g)]
    const waiting = [
      ...named.map(([, path = '']) => path),
      ...inline.flatMap((text) => imported('/', text)),
    ]
    const sizes = new Map<string, number>()
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (sizes.has(path) || isOther(path)) continue
      const script = await load(path)
      expect(script.status).toBe(200)
      sizes.set(path, script.size)
      // The entry and the words are loaded at once; another late import waits until it is wanted.
      const entry = path.includes('/entry.client-')
      const late = entry ? /$^/g : /import\((?!["'`]\.\/(?:en|de)-)/g
      waiting.push(...imported(path, script.text.replace(late, 'later(')))
    }
    return sizes
  }

  function scriptsOf(html: string): string[] {
    return [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
  }

  function imported(path: string, text: string): string[] {
    return importsOf({ path: 'script.js', text }).map(({ specifier }) => {
      return new URL(specifier, server.origin + path).pathname
    })
  }

  async function prepare(services: Services) {
    const now = new Date()
    const { host, projectId } = inject('authEmulator')
    await seedDemo(services, host, projectId, now)
    const desk = await findSiteDesk(services)
    const deskId = desk?.id ?? ''
    deskKey = desk?.publicKey ?? ''
    const launcher = { en: longestLauncher, de: longestLauncher.replace('o', 'ö') }
    await services.embeds.save(deskId, { launcher, origins: ['https://shop.example'] })
    const [first = '', ...later] = fifty
    const visitor = { secretHash: secretHash(secret), locale: 'de', name: '', email: '' } as const
    const start = { deskId, startKey: newId(now), body: first, ...visitor }
    const started = await startTicket(services, start, now)
    if (started.kind !== 'added') throw new Error(`The ticket was not begun: ${started.kind}`)
    const { number } = started.ticket
    for (const [index, body] of later.entries()) {
      const writing = { clientKey: newId(now), body, locale: 'de' } as const
      if (index % 2 === 0) await replyAsOwner(services, { deskId, number }, writing, now)
      else await writeAsVisitor(services, visitor.secretHash, writing, now)
    }
  }
})
