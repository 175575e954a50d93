import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arriveAt,
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'

let server: TestServer
let page: Page

beforeAll(async () => {
  server = await openTestServer()
  page = await server.visitor()
})
afterAll(() => server.close())

const stored = () => page.evaluate(() => localStorage.getItem('i18n_redirected'))

test('a language that nobody chose is not stored', async () => {
  await open(page, '/de/login')
  await page.waitForLoadState('networkidle')
  expect(await stored()).toBeNull()
})

/** Chooses one language and then the other with the switch of a page; each is kept. */
async function choosesAt(path: string, search = '') {
  for (const [name, language, from, to] of [
    ['Deutsch', 'de', path, `/de${path}`],
    ['English', 'en', `/de${path}`, path],
  ] as const) {
    await open(page, from + search)
    await page.getByRole('link', { name }).click()
    await arriveAt(page, ({ pathname }) => pathname === to)
    await expect.poll(stored).toBe(language)
  }
}

test('the language chosen on the login page is stored', () => choosesAt('/login'))

test('the language chosen at the desk is stored', async () => {
  await signUp(page, newEmail(), 'en')
  await choosesAt('/dashboard')
})

test('the language chosen in a chat is stored', async () => {
  await open(page, '/chat')
  await page.locator('#body').fill('Guten Tag!')
  await page.locator('#composer button').last().click()
  await arriveAt(page, /t=/)
  await choosesAt('/chat', new URL(page.url()).search)
})

test.each([
  ['embed', 'origins', 'https://half.exam'],
  ['shelf/product?product=house-coffee', 'altEn', 'A half'],
  ['settings/hours', 'day-0-0-from', '07:30'],
  ['settings/privacy', 'linkDe', 'https://half.example/dat'],
])(
  'what is half typed in any form of %s is there in the other language',
  async (room, name, text) => {
    await open(page, `/dashboard/${room}`)
    await hydrated(page)
    // Until then React gets no clicks.
    await page.waitForLoadState('networkidle')
    const ticks = () =>
      page
        .locator('main [type=checkbox]')
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked))
    const before = await ticks()
    await page.locator(`[name=${name}]`).first().fill(text)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await arriveAt(page, ({ pathname }) => pathname.startsWith('/de/dashboard/'))
    expect(await page.locator(`[name=${name}]`).first().inputValue()).toBe(text)
    expect(await ticks()).toEqual(before)
    await page.goBack({ waitUntil: 'domcontentloaded' })
    const there = () => page.locator(`[name=${name}]`).first().inputValue()
    await expect.poll(there).toBe(text)
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await arriveAt(page, ({ pathname }) => pathname.startsWith('/de/dashboard/'))
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'English' }).click()
    await arriveAt(page, ({ pathname }) => pathname.startsWith('/dashboard/'))
    expect(await page.locator(`[name=${name}]`).first().inputValue()).toBe(text)
  },
)

test('the stored language is restored when its cookie is gone', async () => {
  // An answer to the page before would bring the cookie back.
  await open(page, '/robots.txt')
  await page.evaluate(() => {
    localStorage.i18n_redirected = 'de'
  })
  await page.context().clearCookies({ name: 'i18n_redirected' })
  await open(page, '/login')
  const cookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'i18n_redirected')
  await expect.poll(cookie).toMatchObject({ value: 'de', path: '/', sameSite: 'Lax' })
  await open(page, '/')
  expect(new URL(page.url()).pathname).toBe('/de')
  await open(page, '/login?language=en')
  await expect.poll(stored).toBe('en')
})

test('the address decides, whatever is stored', async () => {
  expect(await stored()).toBe('en')
  await open(page, '/de/dashboard')
  await page.waitForLoadState('networkidle')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(new URL(page.url()).pathname).toBe('/de/dashboard')
  expect(await stored()).toBe('en')
})

/** Somebody in whose browser this language is stored, without a cookie, opens an address. */
async function whereLed(browser: 'en' | 'de', kept: string, address: string) {
  const visitor = await server.visitor({ language: browser })
  await open(visitor, '/robots.txt')
  await visitor.evaluate((language) => {
    localStorage.i18n_redirected = language
  }, kept)
  await open(visitor, address)
  await visitor.waitForLoadState('networkidle')
  const led = new URL(visitor.url()).pathname
  expect(await visitor.locator('html').getAttribute('lang')).toBe(/^\/de\b/.test(led) ? 'de' : 'en')
  await visitor.context().close()
  return led
}

test.each([
  ['en', 'de', '/', '/de'],
  ['de', 'en', '/', '/'],
  ['de', 'en', '/de', '/de'],
  ['en', 'de', '/login', '/login'],
  ['en', 'fr', '/', '/'],
] as const)(
  'of a browser in %s, what is stored (%s) is followed where the address names no language: %s is %s',
  async (browser, kept, address, led) => {
    expect(await whereLed(browser, kept, address)).toBe(led)
  },
)

test('the home page comes once, where what is stored cannot be written to a cookie', async () => {
  const visitor = await server.visitor()
  await visitor.addInitScript(() => {
    localStorage.i18n_redirected = 'de'
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
  })
  let loads = 0
  visitor.on('load', () => {
    loads += 1
  })
  await open(visitor, '/')
  await visitor.waitForLoadState('networkidle')
  expect([new URL(visitor.url()).pathname, loads]).toEqual(['/', 1])
  await visitor.context().close()
})
