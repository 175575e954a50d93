import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { arriveAt, open, openTestServer, type TestServer } from '../support/browser-server'
import { deskRooms } from '../support/desk-rooms'
import { words } from '../support/locales'

const phone = { width: 360, height: 640 }

let server: TestServer

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    await seedDemo(services, host, projectId, new Date())
  })
})
afterAll(() => server.close())

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('On a phone (360×640), %s', (_, javaScript) => {
  test.each(languages)(
    'every room of the desk shows the bar of five in %s, and it covers nothing',
    async (language) => {
      const page = await ownerOnPhone(javaScript, language)
      for (const { path } of [...deskRooms, { path: '/dashboard/tickets?ticket=1' }]) {
        await open(page, localizedPath(path, language))
        const inBar = page.locator('.places > a, .places > .rest > summary')
        expect(await inBar.count(), path).toBe(5)
        for (const each of await inBar.all()) {
          const { x, y, width, height } = await boxOf(each)
          expect(height, path).toBeGreaterThanOrEqual(44)
          expect(x, path).toBeGreaterThanOrEqual(0)
          expect(x + width, path).toBeLessThanOrEqual(phone.width)
          expect(y + height, path).toBeLessThanOrEqual(phone.height)
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(
          phone.width,
        )
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        // Boxes may lie between two pixels.
        expect(await coveredAtTheEnd(page), path).toBeLessThanOrEqual(1)
      }
      await page.context().close()
    },
  )

  test('a ticket’s composer and Send are in sight wherever one reads, and above a keyboard', async () => {
    const page = await ownerOnPhone(javaScript, 'en')
    await open(page, '/dashboard/tickets')
    await page.locator('.ledger a').first().click()
    await arriveAt(page, /ticket=/)
    await page.locator('#reply').waitFor()
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height()).toBeGreaterThan(phone.height)
    for (const at of [0, (await height()) / 2, await height()]) {
      await page.evaluate((top) => window.scrollTo(0, top), at)
      expect(await isReachable(page, '#reply textarea'), `textarea at ${at}`).toBe(true)
      expect(await isReachable(page, '#reply button[value=reply]'), `Send at ${at}`).toBe(true)
    }
    // The rest of the form opens with the words, and leaves the last of what was said in sight.
    const attach = page.locator('#reply .tools summary', { hasText: words.en.tickets.attach })
    expect(await attach.isVisible()).toBe(false)
    await page.locator('#reply textarea').focus()
    expect(await attach.isVisible()).toBe(true)
    // The viewport says that a keyboard makes the page smaller.
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain(
      'interactive-widget=resizes-content',
    )
    await page.setViewportSize({ ...phone, height: 300 })
    expect(await isReachable(page, '#reply textarea')).toBe(true)
    expect(await isReachable(page, '#reply button[value=reply]')).toBe(true)
    await page.locator('#reply textarea').fill('On my way')
    await page.locator('#reply button[value=reply]').click()
    await page.locator('.message', { hasText: 'On my way' }).waitFor()
    await page.context().close()
  })
})

async function ownerOnPhone(javaScript: boolean, language: 'en' | 'de') {
  const page = await server.visitor({ javaScript, language })
  await page.setViewportSize(phone)
  await open(page, localizedPath('/login', language))
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('#login .choices button').click()
  await arriveAt(page, /dashboard/)
  return page
}

async function boxOf(each: ReturnType<Page['locator']>) {
  const box = await each.boundingBox()
  if (!box) throw new Error(`${each} is not to be seen`)
  return box
}

/** How far, in pixels, the last thing of the page lies below the bar's upper edge, scrolled to the end. */
function coveredAtTheEnd(page: Page) {
  return page.evaluate(() => {
    const top = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    const main = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
    return Math.floor(main - top('.places'))
  })
}

/** Whether a finger at its middle would touch it. */
function isReachable(page: Page, selector: string) {
  return page.locator(selector).evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    const touched = document.elementFromPoint(left + width / 2, top + height / 2)
    return touched !== null && each.contains(touched) && top >= 0 && top + height <= innerHeight
  })
}
