import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Services } from '~/config'
import { localizedPath } from '~/i18n/addresses'
import { placeDemo } from '../../development/demo-orders'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  hydrated,
  open,
  openTestServer,
  type TestServer,
  withoutNews,
} from '../support/browser-server'
import { de, words } from '../support/locales'

let server: TestServer
let services: Services
let page: Page

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (made) => {
    services = made
    await seedDemo(services, host, projectId, new Date())
  })
  page = await server.visitor({ javaScript: false, language: 'de' })
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/de/login')
  await signIn(page)
  await arriveAt(page, /\/dashboard$/)
})
afterAll(() => server.close())

async function signIn(page: Page) {
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('#login .deeds .button').click()
}

function orderNow() {
  const address = { name: 'K', street: 'Weg 1', postcode: '10405', city: 'Berlin', country: 'DE' }
  const [checkoutKey, secret] = [randomUUID(), randomUUID()]
  const buyer = { email: 'k@example.com', address, language: 'en' as const, checkoutKey, secret }
  return placeDemo(services, { 'set-up-hour': 1 }, new Date(), buyer)
}

const settings = (section: string) => `settings/${section}`

describe('Without scripts, a form returns to its part of the page, with its notice in sight', () => {
  test.each([
    ['home', 'save-credit', de.notices.siteSaved],
    ['home', 'off', de.notices.siteSaved],
    ['home?part=questions', 'save', de.notices.siteSaved],
    ['company', 'pause', de.notices.shopPaused],
    ['company', 'reopen', de.notices.shopReopened],
    ['company?details', 'save', de.notices.companySaved],
    ['shelf/product?product=counter-bell', 'save', de.notices.productSaved],
    ['shelf/categories', 'save-categories', de.notices.categoriesSaved],
    ['shelf/shipping', 'save-shipping', de.notices.shippingSaved],
    ['feedback', 'save-question', de.notices.questionSaved],
    ['embed', 'save-look', de.notices.lookSaved],
    ['embed', 'save-sites', de.notices.sitesSaved],
    ['profile', 'save-name', de.notices.nameSaved],
    [settings('general'), 'save-language', de.notices.languageSaved],
    [settings('hours'), 'save-hours', de.notices.hoursSaved],
    [settings('exceptions'), 'save-exceptions', de.notices.exceptionsSaved],
    [settings('away'), 'save-away', de.notices.awaySaved],
    [settings('notifications'), 'save-notifications', de.notices.notificationsSaved],
    [settings('privacy'), 'save-privacy-link', de.notices.privacyLinkSaved],
    ['tickets?state=all', 'bulk-solve', de.notices.bulkSolved_one.replace('{{count}}', '1')],
  ])('%s: %s', async (room, intent, notice) => {
    await open(page, `/de/dashboard/${room}`)
    await page.locator('main details:not(.over)').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
    if (intent === 'bulk-solve') await page.locator('.pick input').first().check()
    const button = page.locator(`main [value=${intent}]`).last()
    const answered = awaitedLater(page.waitForEvent('domcontentloaded'))
    await button.click()
    await answered
    const banner = page.locator('.banner', { hasText: notice })
    await banner.waitFor()
    const place = decodeURIComponent(new URL(page.url()).hash)
    expect(place).toMatch(/^#./)
    const target = page.locator(`[id="${place.slice(1)}"]`)
    await expect.poll(() => isInSight(target)).toBe(true)
    expect(await isInSight(banner)).toBe(true)
  })
})

test.each([
  { width: 390, height: 844, javaScript: true, language: 'de' },
  { width: 390, height: 844, javaScript: false, language: 'en' },
  { width: 1440, height: 900, javaScript: true, language: 'en' },
  { width: 1440, height: 900, javaScript: false, language: 'de' },
] as const)(
  'After signing in again, an answer and what became of it are in sight: $width px, scripts $javaScript, $language',
  async ({ width, height, javaScript, language }) => {
    const owner = await server.visitor({ javaScript, language })
    await withoutNews(owner)
    await owner.setViewportSize({ width, height })
    await open(owner, localizedPath('/login', language))
    await signIn(owner)
    await arriveAt(owner, /\/dashboard$/)
    await open(owner, localizedPath('/dashboard/tickets?ticket=6', language))
    if (javaScript) await hydrated(owner)
    const answer = owner.locator('#body')
    await answer.fill('Half an answer')
    await owner.context().clearCookies({ name: 'sid' })
    await owner.locator('#reply button[value=reply]').click()
    await arriveAt(owner, /\/login\?/)
    await signIn(owner)
    await arriveAt(owner, /\/dashboard\/tickets/)
    if (javaScript) await hydrated(owner)
    const banner = owner.locator('.banner', { hasText: words[language].notices.givenBack })
    await banner.waitFor()
    await expect.poll(() => isInSight(answer)).toBe(true)
    expect(await answer.inputValue()).toBe('Half an answer')
    expect(await isInSight(banner)).toBe(true)
    await owner.context().close()
  },
)

test('What was typed in a folded part of a ticket is unfolded after signing in again', async () => {
  const owner = await server.visitor({ javaScript: false })
  await open(owner, '/login')
  await signIn(owner)
  await arriveAt(owner, /\/dashboard$/)
  for (const [name, text, button] of [
    ['tags', 'Office, Beans, Urgent', 'tag'],
    ['mergeWith', '7', 'merge'],
    ['date', '2031-05-06', 'snooze'],
  ] as const) {
    await open(owner, '/dashboard/tickets?ticket=6')
    const field = owner.locator(`[name=${name}]`)
    await field.evaluate((each) => each.closest('details')?.setAttribute('open', ''))
    await field.fill(text)
    await owner.context().clearCookies({ name: 'sid' })
    await owner.locator(`.ticket [name=intent][value=${button}]`).click()
    await arriveAt(owner, /\/login\?/)
    await signIn(owner)
    await arriveAt(owner, /\/dashboard\/tickets/)
    expect(await field.inputValue()).toBe(text)
    expect(await field.isVisible()).toBe(true)
  }
  await owner.context().close()
})

test('What was typed before a session ended stays in sight when its page is read again', async () => {
  const owner = await server.visitor()
  await withoutNews(owner)
  await open(owner, '/login')
  await signIn(owner)
  await arriveAt(owner, /\/dashboard$/)
  await open(owner, '/dashboard/orders?order=1005')
  await hydrated(owner)
  const field = owner.locator('[name=tracking]')
  await field.evaluate((each) => each.closest('details')?.setAttribute('open', ''))
  await field.fill('0034 half')
  await owner.context().clearCookies({ name: 'sid' })
  await owner.locator('#step [value=sent]').click()
  await arriveAt(owner, /\/login\?/)
  await owner.context().unrouteAll()
  await signIn(owner)
  await arriveAt(owner, /\/dashboard\/orders/)
  await hydrated(owner)
  await owner.waitForLoadState('networkidle')
  const again = awaitedLater(owner.waitForResponse(/\/dashboard\/orders\.data/))
  await orderNow()
  await again
  await owner.waitForLoadState('networkidle')
  expect(await field.isVisible()).toBe(true)
  expect(await field.inputValue()).toBe('0034 half')
  await owner.context().close()
})

const isInSight = (element: ReturnType<Page['locator']>) =>
  element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
