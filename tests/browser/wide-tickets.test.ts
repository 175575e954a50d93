import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk, rendered } from '../support/demo-desk'
import { de } from '../support/locales'

let desk: DemoDesk
let page: Page
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('en')
})
afterAll(() => desk.server.close())

const height = 800
const lines = () => page.locator('.ledger a')

test('In a wide window the first ticket opens by itself, and Back leads past the list', async () => {
  await page.setViewportSize({ width: 1280, height })
  await open(page, '/dashboard')
  await hydrated(page)
  await page.locator('.places a[href="/dashboard/tickets"]').click()
  await page.waitForURL(/ticket=\d+#newest/)
  await page.locator('.ledger li:first-child [aria-current]').waitFor()
  const column = page.locator('.visitor')
  expect((await column.boundingBox())?.x).toBeGreaterThan(1000)
  await page.goBack()
  await page.waitForURL(/\/dashboard$/)
})

test('A ticket that opened by itself counts as seen once it is used', async () => {
  await page.setViewportSize({ width: 1280, height })
  const signs: string[] = []
  page.on('request', (request) => {
    if (/\/live\?.*(seen=|page=)/.test(request.url())) signs.push(request.url())
  })
  await open(page, '/dashboard')
  await hydrated(page)
  await page.locator('.places a[href="/dashboard/tickets"]').click()
  await page.waitForURL(/ticket=\d+#newest/)
  await page.locator('.ledger li:first-child [aria-current]').waitFor()
  await rendered(page)
  expect(signs).toEqual([])
  const seen = page.waitForRequest(/seen=/)
  await page.locator('.ticket .talk').click({ position: { x: 5, y: 5 } })
  await seen
})

test('In a wide window an order has its head above it', async () => {
  await page.setViewportSize({ width: 1280, height })
  await open(page, '/dashboard/orders?list=all')
  await page.locator('.ledger a').first().click()
  const head = await page.locator('.sale .ticket-head').boundingBox()
  const below = await page.locator('.sale .sides').boundingBox()
  expect(below?.x).toBe(head?.x)
  expect(below?.y).toBeGreaterThan(head?.y ?? 0)
})

test('In a narrower window the list stays', async () => {
  await page.setViewportSize({ width: 1279, height })
  await open(page, '/dashboard/tickets')
  await hydrated(page)
  await rendered(page)
  expect(page.url()).not.toContain('ticket=')
  expect(await lines().count()).toBeGreaterThan(1)
})

test('A press counts that comes before the first ticket opens', async () => {
  await page.setViewportSize({ width: 1280, height })
  await open(page, '/dashboard/tickets?state=all')
  await lines().nth(1).click()
  const number = (await lines().nth(1).innerText()).split(' ')[0]
  await page.waitForURL((url) => url.searchParams.get('ticket') === number)
  await hydrated(page)
  await rendered(page)
  expect(new URL(page.url()).searchParams.get('ticket')).toBe(number)
})

test('Lists and states beside a ticket take a line each, and what refines them none', async () => {
  const { drafts, mentions, members, tickets } = desk.services
  const [own] = await members.list(desk.deskId)
  const reader = own?.reader ?? ''
  const [first] = (await tickets.list(desk.deskId, { order: 'newest' }, 1)).tickets
  if (!first) throw new Error('The demo has no tickets')
  const draft = {
    deskId: desk.deskId,
    ticketId: first.id,
    reader,
    key: 'kept',
    savedAt: new Date(),
  }
  await drafts.save({ ...draft, body: 'Guten Tag', isNote: false, seen: 1 })
  await mentions.note({ id: first.id, deskId: desk.deskId }, [reader], { mentionedAt: new Date() })
  const german = await desk.signIn('de')
  for (const width of [1280, 1440]) {
    await german.setViewportSize({ width, height })
    await open(german, '/de/dashboard/tickets')
    for (const lists of await german.locator('.states').all()) {
      const tabs: (number | undefined)[] = []
      for (const tab of await lists.locator('a').all()) tabs.push((await tab.boundingBox())?.y)
      expect(tabs).toHaveLength(5)
      expect(new Set(tabs).size).toBe(1)
    }
    for (const own of ['mentions', 'drafts'] as const) {
      const tab = german.locator('.states a', { hasText: de.history.whose[own] })
      const word = tab.locator('span')
      expect((await word.boundingBox())?.width).toBeGreaterThan(40)
      expect(await word.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    }
    const filter = german.locator('.search summary')
    const [field, mark] = [await german.locator('#q').boundingBox(), await filter.boundingBox()]
    expect(mark?.y).toBe(field?.y)
    await filter.click()
    expect((await filter.boundingBox())?.y).toBe(mark?.y)
  }
  await german.context().close()
})

test('What is chosen for a ticket is whole beside its guest', async () => {
  await page.setViewportSize({ width: 1280, height })
  await open(page, '/dashboard/tickets?ticket=6')
  for (const text of await page.locator('.facts > li :is(a, .tag > span)').all()) {
    const [wide, room] = await text.evaluate((each) => [each.scrollWidth, each.clientWidth])
    expect(wide).toBeLessThanOrEqual((room || wide) ?? 0)
  }
  const heads = await page
    .locator('.facts')
    .evaluate((each) => [each.scrollWidth, each.clientWidth])
  expect(heads[0]).toBe(heads[1])
})

test('What happened in a ticket stands in a column beside its times', async () => {
  await page.setViewportSize({ width: 1280, height })
  await open(page, '/dashboard/tickets?ticket=3')
  await page.locator('.ticket-head > details:first-of-type > summary').click()
  const columns: (number | undefined)[] = []
  for (const said of await page.locator('.history span').all())
    columns.push((await said.boundingBox())?.x)
  expect(columns.length).toBeGreaterThan(3)
  expect(new Set(columns).size).toBe(1)
})
