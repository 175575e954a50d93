import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'

/** Nearly as long as the name of a desk may be, and nowhere to break it. */
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau'

let server: TestServer
let page: Page

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    await seedDemo(services, host, projectId, new Date())
    await services.catalogue.change(
      (catalogue) => ({
        catalogue: {
          ...catalogue,
          products: catalogue.products.map((product) =>
            product.id === 'counter-bell' ? { ...product, title: { en: word, de: word } } : product,
          ),
        },
      }),
      new Date(),
    )
  })
  page = await server.visitor({ javaScript: false, language: 'de' })
  await page.setViewportSize({ width: 320, height: 640 })
})
afterAll(() => server.close())

/** Fails where the page lacks the name, or can be scrolled to the side. */
async function fits() {
  const named = (await page.getByText(word).count()) > 0
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect({ at: page.url(), named, width }).toEqual({ at: page.url(), named: true, width: 320 })
}

test('long names fit a phone, from the shelf to the owner’s orders', async () => {
  await open(page, '/de/shop')
  await fits()
  await open(page, '/de/shop?item=counter-bell')
  await fits()
  await page.locator('button[value=add]').click()
  await page.locator('#receipt li').first().waitFor()
  await fits()
  await open(page, '/de/shop/checkout')
  await page.locator('#email').fill('kundin@example.org')
  for (const field of ['name', 'street', 'city']) await page.locator(`#${field}`).fill(word)
  await page.locator('#postcode').fill('12345')
  await fits()
  await page.locator('button[value=order]').click()
  await arriveAt(page, /success/)
  await fits()
  const [number] = (await page.locator('main').innerText()).match(/\d{4}/) ?? []

  await open(page, '/de/login')
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('#login .deeds .button').click()
  await arriveAt(page, /dashboard/)
  const order = `orders?order=${number}`
  for (const path of [order, `${order}&print=packing-slip`, 'shelf/product?product=counter-bell']) {
    await open(page, `/de/dashboard/${path}`)
    await fits()
  }
})

test('long names fit a phone, from a counter’s page to its owner’s list', async () => {
  await page.context().clearCookies()
  await signUp(page, newEmail(), 'de')
  await open(page, '/de/dashboard')
  await page.locator('main input[name=name]').fill(word)
  await page.locator('main form:has(input[name=name]) button').click()
  const link = page.locator('a[href*="desk="]').first()
  const chat = (await link.getAttribute('href')) ?? ''
  await open(page, chat)
  await fits()
  await page.locator('textarea').fill(word)
  await page.locator('#name').fill(word)
  await page.locator('button[value=send]').click()
  await arriveAt(page, /[?&]t=/)
  await fits()
  for (const path of ['/tickets', '/tickets?ticket=1', '/tickets?q=Donau']) {
    await open(page, `/de/dashboard${path}`)
    await fits()
  }
})
