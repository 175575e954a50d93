import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'
import { watchProblems } from '../support/problems'

describe('An owner’s desk in several tabs', () => {
  let server: TestServer
  let first: Page
  let second: Page
  let visitor: Page
  let context: BrowserContext
  const problems: string[][] = []

  beforeAll(async () => {
    server = await openTestServer()
    first = await server.visitor()
    context = first.context()
    await context.grantPermissions(['notifications'])
    await noteNotifications(context)
    second = await context.newPage()
    visitor = await server.visitor()
    for (const page of [first, second, visitor]) problems.push(await watchProblems(page))
    await signUp(first, newEmail(), 'en')
  })
  afterAll(() => server.close())

  test.each([
    ['denied', 'denied'],
    ['default', 'unanswered'],
  ] as const)('says so where the browser’s question ends with “%s”', async (answer, said) => {
    const page = await server.visitor()
    // A headless browser asks nobody.
    await page.context().addInitScript((answer) => {
      class Asked extends EventTarget {
        static permission = 'default'
        static async requestPermission() {
          Asked.permission = answer
          return answer
        }
      }
      window.Notification = Asked as unknown as typeof Notification
    }, answer)
    await signUp(page, newEmail(), 'en')
    await open(page, '/dashboard')
    const { notify } = en.overview
    const place = page.locator('.notify')
    await place.getByRole('button', { name: notify.turnOn }).click()
    await place.getByText(notify[said]).waitFor()
    expect(await place.getAttribute('role')).toBe('status')
    const button = place.getByRole('button', { name: notify.turnOn })
    expect(await button.count()).toBe(said === 'denied' ? 0 : 1)
    await page.context().close()
  })

  async function write(text: string) {
    await visitor.locator('#body').fill(text)
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await visitor.locator('#log .message').filter({ hasText: text }).first().waitFor()
  }

  const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')

  test('one stream serves both, and each says on its tab how many wait', async () => {
    await open(first, '/dashboard')
    await expect.poll(openStreams).toBe(1)
    await open(second, '/dashboard/settings')
    await second.getByRole('heading', { level: 1 }).waitFor()
    await open(visitor, '/chat')
    await write('Is somebody there?')
    await expect.poll(() => first.title()).toMatch(/^\(1\) /)
    await expect.poll(() => second.title()).toMatch(/^\(1\) /)
    expect(await icon(second)).toBe('/icon-waiting.svg')
    await first.getByRole('heading', { name: en.overview.waitingHeading_one }).waitFor()
    await expect.poll(openStreams).toBe(1)
    // A tab behind another one is drawn, and can be pressed, once a second at most.
    await first.bringToFront()
  })

  test('the title keeps its count from page to page, and loses it with the last answer', async () => {
    await first.getByRole('link', { name: en.dashboard.tickets }).first().click()
    await first.getByRole('link', { name: /Is somebody there/ }).click()
    await expect.poll(() => first.title()).toMatch(/^\(1\) /)
    await first.locator('#reply [name=body]').fill('Yes, I am.')
    await first.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await expect.poll(() => first.title()).not.toMatch(/^\(/)
    await expect.poll(() => second.title()).not.toMatch(/^\(/)
    expect(await icon(first)).not.toBe('/icon-waiting.svg')
  })

  test('the thread says that the visitor is on the page, types, and goes', async () => {
    const presence = first.locator('.presence')
    await presence.getByText(en.tickets.presence.here.replace('{{name}} ', '')).waitFor()
    // That somebody types is shown for eight seconds.
    await Promise.all([
      presence.getByText(en.tickets.presence.typing.replace('{{name}} ', '')).waitFor(),
      visitor.locator('#body').pressSequentially('Then'),
    ])
    await write('Then I come round.')
    await first.getByRole('log').getByText('Then I come round.').waitFor()
    await visitor.goto('about:blank')
    await expect.poll(() => presence.textContent()).toBe('')
  })

  test('a tab that closes hands the line to the next', async () => {
    await first.close()
    await expect.poll(openStreams).toBe(1)
    await open(visitor, '/chat?new')
    await write('A new question')
    await expect.poll(() => second.title()).toMatch(/^\(2\) /)
  })

  test('nothing is notified before somebody has asked for it, and then without a word of the message', async () => {
    await open(second, '/dashboard')
    await hide(second)
    await write('Secret words')
    await expect.poll(() => second.title()).toMatch(/^\(2\) /)
    await show(second)
    await second.getByRole('button', { name: en.overview.notify.turnOn }).click()
    await second.getByText(en.overview.notify.isOn).waitFor()
    await hide(second)
    await write('More secret words')
    await expect.poll(() => notified(second)).toEqual([en.dashboard.new.replace('{{number}}', '2')])
    await show(second)
    await second.getByRole('button', { name: en.overview.notify.turnOff }).click()
    await second.getByText(en.overview.notify.isOff).waitFor()
  })

  test('a page is read again once its stream opens only where something happened meanwhile', async () => {
    const page = await context.newPage()
    problems.push(await watchProblems(page))
    const read: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('.data')) read.push(request.url())
    })
    let openLine = () => {}
    const held = new Promise<void>((resolve) => {
      openLine = resolve
    })
    await page.route(/\/live(\?|$)/, async (route) => {
      await held
      await route.continue()
    })
    const asked = awaitedLater(page.waitForRequest(/\/live(\?|$)/))
    await open(page, '/dashboard')
    await asked
    await write('Between the page and its line')
    openLine()
    await page.getByText('Between the page and its line').waitFor()
    expect(read).toHaveLength(1)
    await page.unroute(/\/live(\?|$)/)
    const line = awaitedLater(page.waitForResponse(/\/live(\?|$)/))
    await open(page, '/dashboard')
    await line
    await write('Behind its line')
    await page.getByText('Behind its line').waitFor()
    expect(read).toHaveLength(2)
    await page.close()
    await second.bringToFront()
  })

  test('a room that is left while it still arrives is dropped without a word', async () => {
    const page = await context.newPage()
    problems.push(await watchProblems(page))
    await page.addInitScript(() => {
      const ask = window.fetch
      window.fetch = async (address, options) => {
        const answer = await ask(address, options)
        if (!String(address).includes('feedback.data')) return answer
        const body = new ReadableStream({
          start(controller) {
            const { signal } = options ?? {}
            signal?.addEventListener('abort', () => controller.error(signal.reason))
          },
        })
        return new Response(body, answer)
      }
    })
    await open(page, '/dashboard')
    await hydrated(page)
    const begun = awaitedLater(page.waitForResponse(/feedback\.data/))
    await page.locator('.places').getByRole('link', { name: en.dashboard.feedback }).click()
    await begun
    await page.locator('.places').getByRole('link', { name: en.dashboard.settings }).click()
    await page.getByRole('heading', { name: en.settings.heading }).waitFor()
    await page.close()
  })

  test('an answer without a line waits for it and is sent once, and what was typed stays', async () => {
    await open(second, '/dashboard/tickets?ticket=1')
    await hydrated(second)
    await context.setOffline(true)
    await second.locator('#reply [name=body]').fill('Out of the tunnel')
    await second.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await second.getByText(en.errors.line).waitFor()
    expect(await second.locator('#reply [name=body]').inputValue()).toBe('Out of the tunnel')
    await context.setOffline(false)
    const sent = second.locator('.message.own').getByText('Out of the tunnel')
    await sent.waitFor()
    await expect.poll(() => second.locator('#reply [name=body]').inputValue()).toBe('')
    expect(await sent.count()).toBe(1)
    for (const noted of problems) {
      noted.splice(0, noted.length, ...noted.filter((each) => !each.includes('DISCONNECTED')))
    }
  })

  test('who leaves a ticket before its answer could be sent hears that it is a draft', async () => {
    await open(second, '/dashboard/tickets?ticket=1')
    await hydrated(second)
    await context.setOffline(true)
    await second.locator('#reply [name=body]').fill('Never sent')
    await second.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await second.getByText(en.errors.line).waitFor()
    await second.locator('.places').getByRole('link', { name: en.dashboard.overview }).click()
    const said = en.tickets.keptUnsent.replace('{{number}}', '1')
    await second.locator('[data-announcer]').getByText(said).waitFor()
    await context.setOffline(false)
    await second.waitForURL((url) => url.pathname === '/dashboard')
    await open(second, '/dashboard/tickets?ticket=1')
    await expect.poll(() => second.locator('#reply [name=body]').inputValue()).toBe('Never sent')
    for (const noted of problems) {
      noted.splice(0, noted.length, ...noted.filter((each) => !each.includes('DISCONNECTED')))
    }
  })

  test('no page complained of anything', () => expect(problems.flat()).toEqual([]))

  /** How many streams the tabs hold open now. */
  async function openStreams(): Promise<number> {
    const held = await Promise.all(
      context
        .pages()
        .map((page) =>
          page.evaluate(() => (window as unknown as { lines: Set<EventSource> }).lines.size),
        ),
    )
    return held.reduce((sum, each) => sum + each, 0)
  }
})

/** Notes what a page would notify of, and counts its open streams. */
async function noteNotifications(context: BrowserContext) {
  await context.addInitScript(() => {
    const lines = new Set<EventSource>()
    const said: string[] = []
    Object.assign(window, { lines, said })
    window.EventSource = class extends EventSource {
      constructor(url: string) {
        super(url)
        lines.add(this)
      }
      override close() {
        lines.delete(this)
        super.close()
      }
    } as typeof EventSource
    window.Notification = class extends EventTarget {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(_title: string, { body = '' }: NotificationOptions) {
        super()
        said.push(body)
      }
    } as unknown as typeof Notification
  })
}

const notified = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)

/** A headless tab is always looked at: it is told otherwise. */
function look(page: Page, hidden: boolean) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
const hide = (page: Page) => look(page, true)
const show = (page: Page) => look(page, false)

test('A live page whose session has ended stays while something is typed there, then asks to sign in', async () => {
  const server = await openTestServer()
  const owner = await server.visitor()
  await signUp(owner, newEmail(), 'en')
  const streaming = awaitedLater(
    owner.waitForResponse((response) => response.request().resourceType() === 'eventsource'),
  )
  await open(owner, '/dashboard')
  await hydrated(owner)
  await streaming
  await owner.clock.install()
  const name = owner.locator('#name-desk input[name=name]')
  const suggested = await name.inputValue()
  await name.fill('Café Mor')
  // News that waits to be shown does not lead away either.
  await hide(owner)
  const guest = await server.visitor({ javaScript: false })
  await open(guest, '/chat')
  await guest.locator('#body').fill('Is somebody there?')
  await guest.getByRole('button', { name: en.chat.send, exact: true }).click()
  await expect.poll(() => owner.title()).toMatch(/^\(1\) /)
  await owner.context().clearCookies()
  let refusals = 0
  owner.on('response', (response) => {
    if (response.url().includes('as=poll') && !response.ok()) refusals += 1
  })
  // Past the retries of the stream, or to the next poll.
  const refused = async () => {
    const before = refusals
    await expect
      .poll(async () => {
        await owner.clock.runFor(5_000)
        return refusals
      })
      .toBeGreaterThan(before)
  }
  // Its stream began with the session: another learns that it has ended.
  await show(owner)
  for (const _ of ['first', 'next']) await refused()
  expect(new URL(owner.url()).pathname).toBe('/dashboard')
  expect(await name.inputValue()).toBe('Café Mor')
  await name.fill(suggested)
  const passing = async () => {
    await owner.clock.runFor(5_000)
    return owner.url()
  }
  await expect.poll(passing).toMatch(/\/login\?/)
  await server.close()
})
