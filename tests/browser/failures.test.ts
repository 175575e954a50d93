import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDesk } from '../../app/domain/desks/desks'
import { arriveAt, open, openTestServer, type TestServer } from '../support/browser-server'
import { en } from '../support/locales'

let server: TestServer
let page: Page

beforeAll(async () => {
  server = await openTestServer(async ({ accounts, desks }) => {
    const createdAt = new Date()
    const account = { uid: 'owner', email: 'owner@example.com', emailVerified: true }
    await accounts.save({ ...account, locale: 'en', createdAt })
    await desks.ensure({ ...newDesk('owner', createdAt), publicKey: 'the-key' })
  })
  page = await server.visitor()
})
afterAll(() => server.close())

async function fillCart() {
  await open(page, '/shop?item=house-coffee')
  await page.getByRole('button', { name: en.shop.add, exact: true }).click()
  await page.locator('#receipt li').first().waitFor()
}

async function placeOrder() {
  await page.getByLabel(en.checkout.payments['bank-transfer'].name).check()
  await page.getByLabel(en.checkout.email).fill('kundin@example.com')
  await page.locator('#name').fill('Käthe Kundin')
  await page.locator('#street').fill('Weg 1')
  await page.locator('#postcode').fill('12345')
  await page.locator('#city').fill('Ort')
  await page.getByRole('button', { name: en.checkout.order, exact: true }).click()
  await arriveAt(page, /\/shop\/success/)
}

/** In this order: an order needs a checkout. */
test.each<[path: string, before?: () => Promise<void>]>([
  ['/'],
  ['/login'],
  ['/chat?desk=the-key'],
  ['/sample?lang=en'],
  ['/test?lang=en'],
  ['/shop'],
  ['/shop/checkout', fillCart],
  ['', placeOrder],
])('a promise that nobody caught is said on the page %s', async (path, before) => {
  await before?.()
  if (path) await open(page, path)
  await page.waitForLoadState('load')
  const line = page.locator('#told')
  for (const [reason, said] of [
    ['The scale is broken', 'The scale is broken'],
    ['', en.errors.general],
  ] as const) {
    await page.evaluate((message) => {
      Promise.reject(message ? new Error(message) : undefined)
    }, reason)
    await line.getByText(said).waitFor()
  }
  const box = await line.boundingBox()
  const { width = 0 } = page.viewportSize() ?? {}
  // At the top right, wherever the page is scrolled to.
  await page.evaluate(() => scrollTo(0, 1_000))
  expect((await line.boundingBox())?.y).toBe(16)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40)
})
