import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoOwner } from '../../development/demo-people'
import { type SeededTicket, seedDemo } from '../../development/seed'
import {
  arriveAt,
  hydrated,
  newAddress,
  open,
  openTestServer,
  type TestServer,
} from '../support/browser-server'
import { quiet } from '../support/chromium'
import { deskRooms, partsOfRooms } from '../support/desk-rooms'
import { unless } from '../support/left-out'
import { en } from '../support/locales'
import {
  type OlderChromium,
  unpackOlderChromium,
  whyNotPackaged,
} from '../support/packaged-chromium'
import { watchProblems } from '../support/problems'
import { typed } from '../support/till'

const why = whyNotPackaged()
const lack = why
  ? { tests: 'older browsers', why, command: 'npm test, on Linux on x64' }
  : undefined

const documents = [
  '/',
  '/shop',
  '/shop?item=house-coffee',
  '/chat',
  '/login',
  '/signup',
  '/imprint',
  '/withdrawal',
  '/test?lang=en',
  '/no-such-page',
]
const rooms = [...new Set([...deskRooms.map(({ path }) => path), ...partsOfRooms])]

describe('An older browser', unless(lack), () => {
  let server: TestServer
  let seeded: SeededTicket[]
  let floor: Browser
  let below: Browser
  /** The demo's owner, signed in. */
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

  beforeAll(async () => {
    const { host, projectId } = inject('authEmulator')
    server = await openTestServer(async (services) => {
      seeded = await seedDemo(services, host, projectId, new Date())
    })
    floor = await launch('chromium-109')
    below = await launch('chromium-92')
  })
  afterAll(async () => {
    await floor?.close()
    await below?.close()
    await server?.close()
  })

  async function launch(name: OlderChromium) {
    const { executablePath, env } = await unpackOlderChromium(name)
    return chromium.launch({ executablePath, env, args: quiet })
  }

  async function somebody(browser: Browser, { signedIn = false, javaScript = true } = {}) {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: javaScript,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 800 },
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
    })
    context.setDefaultTimeout(20_000)
    if (signedIn) await context.addCookies(cookies)
    return context.newPage()
  }

  /** Signs in at the floor; that is the first test. */
  async function signIn(page: Page) {
    await open(page, '/login')
    await page.locator('input[name=email]').fill(demoOwner.email)
    await page.locator('input[name=password]').fill(demoOwner.password)
    await page.locator('#login .deeds .button').click()
    await arriveAt(page, '/dashboard')
    cookies = await page.context().cookies()
  }

  describe('at the floor, Chromium 109,', () => {
    let owner: Page
    let problems: string[]

    test('signs in and opens each room, which hydrates', async () => {
      owner = await somebody(floor)
      problems = await watchProblems(owner)
      expect(floor.version()).toMatch(/^109\./)
      await signIn(owner)
      for (const path of rooms) {
        await open(owner, path)
        await hydrated(owner)
        expect(await owner.locator('h1').first().textContent(), path).not.toBe(
          en.errors.page.failed,
        )
      }
      expect(complaints(problems)).toEqual([])
    })

    test('A member goes from one room of the desk to another, answers a ticket and takes a note', async () => {
      await open(owner, '/dashboard')
      await hydrated(owner)
      await owner.getByRole('link', { name: en.dashboard.tickets }).first().click()
      await owner.locator('.desk-tickets .ledger a').first().click()
      const said = (text: string) => owner.locator('.message').filter({ hasText: text })
      await owner.locator('#body').fill('From an old laptop.')
      await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
      await said('From an old laptop.').waitFor()
      await owner.locator('#body').fill('It runs Windows 7.')
      await owner.getByRole('button', { name: en.tickets.addNote }).click()
      await owner.locator('.note').filter({ hasText: 'Windows 7' }).waitFor()
      expect(complaints(problems)).toEqual([])
    })

    test('A browser of the floor has the desk’s style before it signs in', async () => {
      const guest = await somebody(floor)
      await open(guest, '/login')
      const fetched = () =>
        guest.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      await expect.poll(fetched).toContainEqual(expect.stringMatching(/\/assets\/desk-.+\.css$/))
      await guest.context().close()
    })

    test('orders', async () => {
      const customer = await somebody(floor)
      const noticed = await watchProblems(customer)
      await open(customer, '/shop?item=house-coffee')
      await customer.locator('button[value=add]').click()
      await arriveAt(customer, /\/shop/)
      await open(customer, '/shop/checkout')
      for (const name of ['email', 'name', 'street', 'postcode', 'city'] as const) {
        await customer.locator(`[name=${name}]`).fill(typed[name])
      }
      await customer.locator(`[name=payment][value=${typed.payment}]`).check({ force: true })
      await customer.locator('button[value=order]').click()
      await arriveAt(customer, /\/shop\/success/)
      expect(noticed).toEqual([])
      await customer.context().close()
    })

    test('chats, and hears the answer', async () => {
      const guest = await somebody(floor)
      const noticed = await watchProblems(guest)
      await open(guest, '/chat')
      await guest.locator('#body').fill('Does this work on an old phone?')
      await guest.getByRole('button', { name: en.chat.send, exact: true }).click()
      await arriveAt(guest, /\/chat\?.*t=/)
      await guest.locator('.message:not([hidden])').filter({ hasText: 'old phone' }).waitFor()
      await server.answerNewest('It does.')
      await guest.locator('.message').filter({ hasText: 'It does.' }).waitFor()
      expect(noticed).toEqual([])
      await guest.context().close()
    })

    test.each(['light', 'dark'] as const)(
      'sees a ticket as today’s browser does, %s',
      async (colorScheme) => {
        const today = await server.visitor()
        await today.context().addCookies(cookies)
        const seen = []
        for (const page of [today, await somebody(floor, { signedIn: true })]) {
          await page.setViewportSize({ width: 390, height: 800 })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await open(page, '/dashboard/tickets?ticket=1')
          await hydrated(page)
          seen.push(await page.evaluate(boxes))
          await page.context().close()
        }
        const [now, then] = seen
        expect(then?.length).toBeGreaterThan(50)
        expect(then).toEqual(now)
      },
    )
  })

  describe('that knows no :has, as Firefox 115,', () => {
    const conversation = () => `/chat?t=${seeded[0]?.secret}`

    test.each([true, false])(
      'fills the window with a conversation, scripts: %s',
      async (scripts) => {
        const page = await server.visitor({ javaScript: scripts })
        await open(page, conversation())
        await page.evaluate(forgetHas)
        const { high, logs } = await page.evaluate(() => ({
          high: document.querySelector('.scroll')?.getBoundingClientRect().height ?? 0,
          logs: [...document.querySelectorAll('.page-log, .log-frame')]
            .filter((log) => log.checkVisibility())
            .map(({ className }) => className),
        }))
        expect(high).toBeGreaterThan(200)
        expect(logs).toEqual([scripts ? 'page-log' : 'log-frame'])
        await page.context().close()
      },
    )

    test('A ticket’s visitor stands beside it in a wide window', async () => {
      const page = await server.visitor()
      await page.context().addCookies(cookies)
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(page, '/dashboard/tickets?ticket=1')
      await page.evaluate(forgetHas)
      const beside = await page.evaluate(() => {
        const [talk, visitor] = ['.talk', '.visitor'].map((each) =>
          document.querySelector(each)?.getBoundingClientRect(),
        )
        return talk && visitor && visitor.left >= talk.right && visitor.top < talk.bottom
      })
      expect(beside).toBe(true)
      await page.context().close()
    })

    test('marks the menu of a phone that has the room', async () => {
      const page = await server.visitor()
      await page.context().addCookies(cookies)
      await page.setViewportSize({ width: 390, height: 800 })
      const marked = []
      for (const room of ['/dashboard/tickets', '/dashboard/settings']) {
        await open(page, room)
        await page.evaluate(forgetHas)
        const shadow = () =>
          getComputedStyle(document.querySelector('.rest > summary') as Element).boxShadow
        marked.push((await page.evaluate(shadow)) !== 'none')
      }
      expect(marked).toEqual([false, true])
      await page.context().close()
    })
  })

  describe.each(languages)('far below it, Chromium 92, in %s,', (language) => {
    let page: Page
    let without: Page
    let problems: string[]

    beforeAll(async () => {
      page = await somebody(below, { signedIn: true })
      problems = await watchProblems(page)
      without = await somebody(below, { signedIn: true, javaScript: false })
    })

    test.each(rooms)('finds %s as without scripts', async (path) => {
      problems.length = 0
      const textOn = async (each: Page) => {
        await each.goto(localizedPath(path, language))
        return each.evaluate(() => document.body.innerText)
      }
      // A visitor who is on their page may leave it between the two.
      const both = async () => [await textOn(page), await textOn(without)]
      await expect.poll(both).toSatisfy(([text, other]: string[]) => text === other)
      // Chromium 92 itself styles a date's parts in a way that the policy forbids.
      expect(complaints(problems).filter((each) => !/inline/.test(each))).toEqual([])
    })

    test.each(documents)('finds %s readable', async (path) => {
      problems.length = 0
      await open(page, localizedPath(path, language))
      expect(await page.evaluate(() => document.querySelector('h1')?.innerText)).toBeTruthy()
      expect(complaints(problems)).toEqual([])
    })
  })
})

/** An older browser reports newer keywords that it skips. */
const skipped = /is not recognized and ignored/
const complaints = (problems: string[]) => problems.filter((each) => !skipped.test(each))

/** Takes the rules away that a browser without `:has` skips. */
function forgetHas() {
  const forget = (group: CSSStyleSheet | CSSGroupingRule) => {
    for (const [index, rule] of [...[...group.cssRules].entries()].reverse()) {
      if (/^[^{]*:has\(/.test(rule.cssText)) group.deleteRule(index)
      else if ('cssRules' in rule) forget(rule as CSSGroupingRule)
    }
  }
  for (const sheet of document.styleSheets) forget(sheet)
}

/** What can be seen at once: each element's tag, colours and size of letters, and its place to four pixels. */
function boxes(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.rail *, .ticket *')].flatMap((element) => {
    const { x, width, height } = element.getBoundingClientRect()
    const { color, backgroundColor, borderTopColor, fontSize, clipPath } = getComputedStyle(element)
    const folded = element.closest('details:not([open])') && !element.closest('summary')
    if (width < 2 || height < 2 || folded || clipPath !== 'none') return []
    const places = [x, width].map((each) => Math.round(each / 4))
    return `${element.localName} ${places} ${color} ${backgroundColor} ${borderTopColor} ${fontSize}`
  })
}
