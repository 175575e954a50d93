import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Language, languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import {
  arriveAt,
  hydrated,
  open,
  openTestServer,
  type TestServer,
  withoutNews,
} from '../support/browser-server'
import { deskRooms } from '../support/desk-rooms'
import { de, en } from '../support/locales'
import { expectAsLoaded } from '../support/plain-load'
import { watchProblems } from '../support/problems'

const words = { en, de }
const rooms = deskRooms.map(({ name }) => name)

const pathOf = (room: string) => deskRooms.find(({ name }) => name === room)?.path ?? ''

let server: TestServer
beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    await seedDemo(services, host, projectId, new Date())
  })
})
afterAll(() => server.close())

async function signedIn(language: Language): Promise<Page> {
  const page = await server.visitor({ language })
  // In a wider window the first ticket opens by itself, at an address of its own.
  await page.setViewportSize({ width: 1_200, height: 800 })
  // Nobody's photo is fetched from elsewhere.
  const contentType = 'image/svg+xml'
  const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await page.route('https://www.gravatar.com/**', (route) => route.fulfill({ contentType, body }))
  await open(page, localizedPath('/login', language))
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('form:has(input[name=password]) button').first().click()
  await arriveAt(page, /\/dashboard$/)
  return page
}

/** The link in the rail, whose name may be followed by a count. */
const linkTo = (page: Page, room: string, language: Language) =>
  page.locator(`.rail a[href="${localizedPath(pathOf(room), language)}"]`)

/** Marks the document, to see whether another one has come. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-mark', 'same'))
const isSame = async (page: Page) => (await page.locator('body[data-mark=same]').count()) === 1

describe.each(languages)('The desk in %s', (language) => {
  let page: Page
  let problems: string[]
  // What leads into a room and out of it is the same in all of them: each is seen in one language.
  const half = rooms.filter((_, index) => languages[index % languages.length] === language)
  beforeAll(async () => {
    page = await signedIn(language)
    problems = await watchProblems(page)
  })
  afterAll(() => page.context().close())

  test('announces each room, also on the way back, with the title of a loaded page', async () => {
    await open(page, localizedPath('/dashboard', language))
    await hydrated(page)
    await mark(page)
    for (const room of [...half.filter((each) => each !== 'overview'), 'overview']) {
      await linkTo(page, room, language).click()
      await arriveAt(page, (url) => url.pathname === localizedPath(pathOf(room), language))
      await expectAsLoaded(page)
    }
    await page.goBack()
    await expectAsLoaded(page)
    expect(await isSame(page)).toBe(true)
    expect(problems).toEqual([])
  })

  test('leads to the sign-in, loaded as a document, from any room once the session has ended', async () => {
    const cookies = await page.context().cookies()
    const session = cookies.filter(({ name }) => name === 'sid')
    expect(session).toHaveLength(1)
    await withoutNews(page)
    for (const room of half) {
      await page.context().addCookies(session)
      await open(page, localizedPath(pathOf(room), language))
      await hydrated(page)
      await page.context().clearCookies({ name: 'sid' })
      await linkTo(page, half.find((each) => each !== room) ?? '', language).click()
      await arriveAt(page, (url) => url.pathname === localizedPath('/login', language))
      await expectAsLoaded(page)
    }
    await page.context().addCookies(session)
  })

  test('leads there from a form that is sent once the session has ended', async () => {
    const session = (await page.context().cookies()).filter(({ name }) => name === 'sid')
    await withoutNews(page)
    await open(page, localizedPath('/dashboard/settings', language))
    await hydrated(page)
    await page.context().clearCookies({ name: 'sid' })
    await page.locator('#name-desk button').last().click()
    await arriveAt(page, (url) => url.pathname === localizedPath('/login', language))
    await expectAsLoaded(page)
    await page.context().addCookies(session)
  })

  test('is in the other language by a link, by the button of a form, and by the setting', async () => {
    const [other = 'en'] = languages.filter((each) => each !== language)
    for (const room of half) {
      await open(page, localizedPath(pathOf(room), language))
      await hydrated(page)
      await page.locator(`nav.language [lang=${other}]`).last().click()
      await arriveAt(page, (url) => url.pathname === localizedPath(pathOf(room), other))
      await expectAsLoaded(page)
    }
    await page.goBack()
    const last = localizedPath(pathOf(half.at(-1) ?? ''), language)
    await arriveAt(page, (url) => url.pathname === last)
    await expectAsLoaded(page)
    await open(page, localizedPath('/dashboard/tickets?ticket=2', language))
    await hydrated(page)
    await page.locator('#reply textarea[name=body]').fill('We open at eight.')
    await page.locator(`nav.language button[lang=${other}]`).click()
    await page.getByRole('heading', { name: words[other].tickets.heading }).first().waitFor()
    expect(await page.locator('#reply textarea[name=body]').inputValue()).toBe('We open at eight.')
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
  })

  test('announces the page after an action that redirects, with the title of a loaded page', async () => {
    await open(page, localizedPath('/dashboard/settings', language))
    await hydrated(page)
    await mark(page)
    await page.locator('#name-desk button').last().click()
    await page.locator('.toast').waitFor()
    await expectAsLoaded(page)
    expect(await isSame(page)).toBe(true)
  })
})
