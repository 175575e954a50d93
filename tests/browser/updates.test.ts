import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  shownToast,
  signUp,
  stopTime,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer
let owner: Page

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.visitor()
  await signUp(owner, newEmail(), 'en')
})

afterAll(() => server.close())

/** A page that was loaded anew has another birth. */
const birth = (page: Page) =>
  // Not performance.timeOrigin, which an installed clock makes the same for all pages.
  page.evaluate(() => {
    const marked = window as Window & { birth?: string }
    marked.birth ??= crypto.randomUUID()
    return marked.birth
  })

/** What the page asks for from now on, as paths with their queries. */
function noteRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(server.origin, '')))
  return asked
}

/** Waits for what an app does once there is time. */
async function atLeisure(page: Page) {
  const fetched = awaitedLater(
    page.waitForRequest(
      (request) => request.resourceType() === 'fetch' && request.url().endsWith('.js'),
    ),
  )
  await page.clock.runFor(1_500)
  await fetched
  // Firefox refuses these by default-src.
  expect(await page.locator('link[rel=prefetch]').count()).toBe(0)
}

const room = (page: Page, name: string) => page.locator('.places').getByRole('link', { name })

describe('A newer build', () => {
  const polls = (asked: string[]) => asked.filter((path) => path.startsWith('/builds/'))

  test('is asked for once a minute with a time stamp, and not while nobody looks', async () => {
    const page = await owner.context().newPage()
    const asked = noteRequests(page)
    await stopTime(page)
    await open(page, '/dashboard/settings')
    await hydrated(page)
    await atLeisure(page)
    await page.clock.runFor(61_000)
    await expect.poll(() => polls(asked).length).toBe(1)
    expect(polls(asked)[0]).toMatch(/^\/builds\/latest\.json\?t=\d{13}$/)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.clock.runFor(300_000)
    expect(polls(asked)).toHaveLength(1)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.clock.runFor(100)
    await expect.poll(() => polls(asked).length).toBe(2)
    expect(await page.locator('.toast').count()).toBe(0)
    await page.close()
  })

  test('is offered, and loaded when that is taken', async () => {
    const page = await owner.context().newPage()
    const problems = await watchProblems(page)
    await stopTime(page)
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer' } }))
    await open(page, '/dashboard/settings')
    await hydrated(page)
    const born = await birth(page)
    await atLeisure(page)
    await page.clock.runFor(61_000)
    const toast = await shownToast(page, en.layout.update.text)
    await page.clock.runFor(60_000)
    await toast.getByRole('button', { name: en.layout.update.load }).click()
    await expect.poll(() => birth(page).catch(() => born)).not.toBe(born)
    expect(problems).toEqual([])
    await page.close()
  })
})

/** Does this in the page when its app begins, which takes over `fetch` before it hydrates. */
const beforeHydration = (page: Page, act: () => void) =>
  page.addInitScript(`{
    let { fetch } = window
    Object.defineProperty(window, 'fetch', {
      get: () => fetch,
      set(ours) {
        fetch = ours
        ;(${act})()
        document.body.dataset.acted = ''
      },
    })
  }`)

test('A click just before the page hydrates disturbs nothing', async () => {
  const page = await owner.context().newPage()
  const problems = await watchProblems(page)
  await beforeHydration(page, () => document.querySelector('h1')?.click())
  await open(page, '/dashboard/settings')
  await page.locator('body[data-acted]').waitFor()
  expect(problems).toEqual([])
  await hydrated(page)
  await page.close()
})

test('A room that fails is an error page, in the same style and with a way on', async () => {
  const page = await owner.context().newPage()
  await open(page, '/dashboard')
  await hydrated(page)
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await ground()
  await page.route('**/dashboard/feedback.data*', (route) => route.fulfill({ status: 500 }))
  await room(page, en.dashboard.feedback).click()
  await page.getByRole('heading', { name: en.errors.page.failed }).waitFor()
  expect(await page.title()).toContain(en.errors.page.failed)
  expect(await ground()).toBe(before)
  await page.getByRole('link', { name: en.errors.page.home, exact: true }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.close()
})

test('What an extension adds before the page hydrates stays, and the page works', async () => {
  const page = await owner.context().newPage()
  await beforeHydration(page, () => {
    for (const parent of [document.head, document.body]) {
      parent.append(Object.assign(document.createElement('template'), { className: 'added' }))
    }
  })
  await open(page, '/dashboard')
  await hydrated(page)
  expect(await page.locator('.added').count()).toBe(2)
  await room(page, en.dashboard.feedback).click()
  await page.getByRole('heading', { name: en.feedback.heading }).waitFor()
  expect(await page.locator('.added').count()).toBe(2)
  await page.close()
})

/** The same owner in a browser that has nothing of the app yet. */
async function elsewhere(): Promise<Page> {
  const page = await server.visitor()
  await page.context().addCookies(await owner.context().cookies())
  return page
}

describe('A part that does not arrive', () => {
  /** The address of what the room is made of. */
  async function moduleOf(address: string): Promise<string> {
    await open(owner, address)
    await hydrated(owner)
    return owner.evaluate((path) => {
      const routes = Object.values(window.__remixManifest.routes)
      return routes.find(({ id }) => id.endsWith(`.${path}`))?.module ?? ''
    }, address.split('/').slice(1).join('.'))
  }

  test('makes the page that was wanted load as a whole', async () => {
    const page = await elsewhere()
    const module = await moduleOf('/dashboard/settings')
    // It is asked for by the page that could not get there, and then by the one that was loaded whole.
    await page.route(`**${module}`, (route) =>
      route.request().headers().referer?.endsWith('/dashboard/settings')
        ? route.continue()
        : route.abort(),
    )
    await open(page, '/dashboard')
    await hydrated(page)
    const born = await birth(page)
    await room(page, en.dashboard.settings).click()
    await page.getByRole('heading', { name: en.settings.heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/settings')
    await expect.poll(() => birth(page).catch(() => born)).not.toBe(born)
    await hydrated(page)
    await page.context().close()
  })

  test('since a link leads away, as in Firefox, holds nobody back', async () => {
    const page = await elsewhere()
    await open(page, '/dashboard')
    await hydrated(page)
    let missing = () => {}
    const missed = new Promise<void>((resolve) => {
      missing = resolve
    })
    await page.route('**/chat', async (route) => {
      await missed
      await route.continue()
    })
    await page.exposeFunction('missing', () => missing())
    await page.evaluate(() => {
      addEventListener('beforeunload', () => {
        setTimeout(() => {
          dispatchEvent(new Event('vite:preloadError'))
          ;(window as Window & { missing?(): void }).missing?.()
        })
      })
      location.assign('/chat')
    })
    await page.getByRole('button', { name: en.chat.send }).waitFor()
    await page.context().close()
  })

  test('and stays away leaves that page as its server made it, which works by plain forms', async () => {
    const page = await elsewhere()
    const module = await moduleOf('/dashboard/settings')
    await page.route(`**${module}`, (route) => route.abort())
    await open(page, '/dashboard')
    await hydrated(page)
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url().replace(server.origin, ''))
    })
    await room(page, en.dashboard.settings).click()
    await page.waitForURL('**/dashboard/settings')
    await page.waitForLoadState('networkidle')
    expect(loads).toEqual(['/dashboard/settings'])
    await page.locator('select[name=locale]').selectOption('de')
    await page.getByRole('button', { name: en.settings.languageSubmit }).click()
    await page.waitForURL('**/dashboard/settings#language', {
      waitUntil: 'domcontentloaded',
    })
    expect(await page.locator('select[name=locale]').inputValue()).toBe('de')
    await page.context().close()
  })

  test('of the first ones is tried a second time, and no third time within ten seconds', async () => {
    const page = await elsewhere()
    await page.clock.setFixedTime(Date.now())
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url())
    })
    await page.route(/\/assets\/entry\.client[^/]*\.js/, (route) => route.abort())
    await open(page, '/dashboard/settings')
    await expect.poll(() => loads.length).toBe(2)
    await page.waitForLoadState('networkidle')
    expect(loads).toHaveLength(2)
    await page.evaluate(() => {
      const [path, at] = (sessionStorage.getItem('loaded-anew') ?? '').split(' ')
      sessionStorage.setItem('loaded-anew', `${path} ${Number(at) - 10_000}`)
    })
    await page.evaluate(() => location.reload())
    await expect.poll(() => loads.length).toBe(4)
    await page.context().close()
  })

  test('does not take away what is typed', async () => {
    const page = await elsewhere()
    await open(page, '/dashboard')
    await hydrated(page)
    const born = await birth(page)
    await page.locator('input[type=text], input:not([type])').first().fill('Half a name')
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
    expect(await page.evaluate(() => sessionStorage.getItem('loaded-anew'))).toBe(null)
    expect(await birth(page)).toBe(born)
    await page.context().close()
  })
})

/** What the page finds that it took to come, in milliseconds. */
const took = (page: Page, milliseconds: number) =>
  page.addInitScript((least) => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'responseEnd', {
      get(this: PerformanceResourceTiming) {
        return this.requestStart + least
      },
    })
  }, milliseconds)

describe('Other rooms', () => {
  test('are fetched a second after the load, and not before', async () => {
    const page = await owner.context().newPage()
    const asked = noteRequests(page)
    await stopTime(page)
    await open(page, '/dashboard/settings')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    const scripts = () => asked.filter((path) => path.endsWith('.js'))
    const before = scripts()
    await page.clock.runFor(900)
    expect(scripts()).toEqual(before)
    await page.clock.runFor(200)
    await expect.poll(() => scripts().length).toBeGreaterThan(before.length + 3)
    await page.close()
  })

  test('are there with their words when somebody goes there, in the page’s language', async () => {
    const page = await server.visitor({ language: 'de' })
    await page.context().addCookies(await owner.context().cookies())
    await took(page, 50)
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') fetched.push(request.url())
    })
    await open(page, '/de/dashboard/settings')
    await hydrated(page)
    const files = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => JSON.parse(JSON.stringify(entry)))
          .filter(({ name }) => name.includes('/assets/')),
      )
    const address = '/de-tickets_'
    const names = async () => (await files()).map(({ name }) => name).join()
    await expect.poll(names).toContain(address)
    expect(await names()).not.toContain('/en-')
    // All are asked for at once, and each arrives when it does.
    const underWay = async () => {
      const there = await names()
      return fetched.filter((each) => each.includes('/assets/') && !there.includes(each))
    }
    await expect.poll(underWay).toEqual([])
    const before = await files()
    expect(before.filter(({ responseStatus }) => responseStatus !== 200)).toEqual([])
    await room(page, de.dashboard.tickets).click()
    await page.getByRole('heading', { name: de.tickets.heading }).waitFor()
    const taken = (await files()).slice(before.length)
    expect(taken.map(({ name }) => name).join()).toContain(address)
    // An empty desk alone loads its picture.
    const fresh = taken.filter(({ transferSize }) => transferSize > 0)
    expect(fresh.filter(({ name }) => !name.includes('/empty-desk-'))).toEqual([])
    await page.context().close()
  })

  test('wait on a slow line until a pointer rests on their link or it has the focus', async () => {
    const page = await server.visitor()
    await page.context().addCookies(await owner.context().cookies())
    await took(page, 1_000)
    const ahead: string[] = []
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      const path = request.url().replace(server.origin, '')
      const isAhead = path.startsWith('/assets/') && request.resourceType() === 'fetch'
      if (isAhead) ahead.push(path)
      else sizes.push(request.sizes().then((all) => all.responseHeadersSize + all.responseBodySize))
    })
    const live = awaitedLater(page.waitForResponse(/\/live(\?|$)/))
    await open(page, '/dashboard')
    await hydrated(page)
    await live
    // It listens from a second after the load on.
    const fetched = (name: string, act: (link: Locator) => Promise<void>) =>
      expect
        .poll(() => act(room(page, name)).then(() => ahead.join()), { interval: 500 })
        .toContain(`/assets/en-${name.toLowerCase()}`)
    await fetched(en.dashboard.feedback, (link) => link.dispatchEvent('pointerover'))
    await fetched(en.dashboard.tickets, (link) => link.dispatchEvent('focusin'))
    expect(ahead.join()).not.toMatch(/\/en-(embed|orders|profile|settings|shelf)/)
    // The rest is all that a visit to the overview takes. What is live has not finished yet.
    expect(sizes.length + 1).toBeLessThanOrEqual(16)
    const all = await Promise.all(sizes)
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(133_000)
    await room(page, en.dashboard.feedback).click()
    await page.getByRole('heading', { name: en.feedback.heading }).waitFor()
    await page.context().close()
  })
})

describe('A document', () => {
  test('is fetched in advance when a pointer rests on its link, and a conversation is not', async () => {
    const page = await server.visitor()
    const problems = await watchProblems(page)
    const advance: string[] = []
    page.context().on('request', (request) => {
      if (request.headers()['sec-purpose']) advance.push(request.url().replace(server.origin, ''))
    })
    await open(page, '/')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/chat?t=x', id: 'own' })
      link.textContent = 'One conversation'
      document.querySelector('main')?.prepend(link)
    })
    await page.locator('#own').hover()
    await page.locator('.site-nav a[href="/chat"]').hover()
    await expect.poll(() => advance).toEqual(['/chat'])
    await page.locator('.site-nav a[href="/chat"]').click()
    await page.waitForURL('**/chat')
    const [how] = await page.evaluate(() =>
      performance.getEntriesByType('navigation').map((entry) => JSON.parse(JSON.stringify(entry))),
    )
    expect(how.deliveryType).toBe('navigational-prefetch')
    expect(problems).toEqual([])
    await page.context().close()
  })
})

// Last, for the others' desk is empty.
test('A part that a ticket can do without is missed in silence', async () => {
  const visitor = await server.visitor({ javaScript: false })
  await open(visitor, '/chat')
  const answered = awaitedLater(visitor.waitForEvent('domcontentloaded'))
  await visitor.locator('#body').fill('Is there rye?')
  await visitor.getByRole('button', { name: en.chat.send }).click()
  await answered
  await visitor.context().close()
  const { number } = await server.newestTicket()
  const page = await elsewhere()
  await page.route(/\/(ticket-signs|desk-line|keyboard|updates)-/, (route) => route.abort())
  const asked = noteRequests(page)
  await open(page, `/dashboard/tickets?ticket=${number}`)
  await hydrated(page)
  for (const part of ['ticket-signs', 'desk-line', 'keyboard', 'updates']) {
    await expect.poll(() => asked.some((path) => path.includes(`/${part}-`))).toBe(true)
  }
  await page.locator('.message').first().waitFor()
  expect(await page.locator('.toast').allTextContents()).toEqual([])
  await page.locator('#body').fill('It still works')
  await page.locator('#reply [value=reply]').click()
  await page.locator('.message.own').getByText('It still works').waitFor()
  expect(await page.locator('.toast.error').allTextContents()).toEqual([])
  await page.context().close()
})
