import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  hydrated,
  newEmail,
  open,
  openTestServer,
  saidAfter,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

const first = 'kettle-on-the-stove'
const second = 'the tram is late today'

const isFocused = (element: Element) => element === document.activeElement

async function signIn(page: Page, path: string, email: string, password: string) {
  const button = (path.startsWith('/de') ? de : en).login.submit
  await open(page, path)
  await page.locator('#login input[name=email]').fill(email)
  await page.locator('#login input[name=password]').fill(password)
  await page.locator('#login').getByRole('button', { name: button }).click()
}

describe('The settings with JavaScript switched off, in German', () => {
  const email = newEmail()
  const settings = '/de/dashboard/settings'
  let server: TestServer
  let owner: Page
  let phone: Page
  let visitor: Page
  let conversation = ''

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor({ javaScript: false, language: 'de' })
    phone = await server.visitor({ javaScript: false, language: 'de' })
    visitor = await server.visitor({ javaScript: false, language: 'de' })
    await signUp(owner, email, 'de')
    await open(visitor, '/de/chat')
    await visitor.locator('#body').fill('Haben Sie Mohnzöpfe?')
    await visitor.getByRole('button', { name: de.chat.send }).click()
    await arriveAt(visitor, /t=/)
    conversation = visitor.url()
  })
  afterAll(() => server.close())

  async function isOut(page: Page) {
    await open(page, '/de/dashboard')
    expect(new URL(page.url()).pathname).toBe('/de/login')
  }

  /** The desk says it in a `noscript`, where Playwright looks for no text. */
  async function isSaid(notice: string) {
    await expect.poll(() => owner.locator('noscript .banner').allTextContents()).toEqual([notice])
  }

  test('another password signs every other device out', async () => {
    await signIn(phone, '/de/login', email, first)
    await arriveAt(phone, '/de/dashboard')
    await open(owner, '/de/dashboard')
    await owner.getByRole('link', { name: de.dashboard.settings }).click()
    await arriveAt(owner, settings)
    await owner.getByRole('link', { name: de.settings.sections.password }).click()
    await arriveAt(owner, /settings\/password/)
    await owner.getByLabel(de.account.currentPassword).fill('not the kettle')
    await owner.getByLabel(de.account.newPassword).fill(second)
    await owner.getByRole('button', { name: de.account.passwordSubmit }).click()
    await owner.getByText(de.auth.password.wrong).waitFor()
    expect(await owner.locator(':focus').getAttribute('name')).toBe('currentPassword')
    await owner.getByLabel(de.account.currentPassword).fill(first)
    await owner.getByLabel(de.account.newPassword).fill(second)
    await owner.getByRole('button', { name: de.account.passwordSubmit }).click()
    await isSaid(de.notices.passwordChanged)
    await isOut(phone)
  })

  test('a device is signed out from another one', async () => {
    await signIn(phone, '/de/login', email, second)
    await arriveAt(phone, '/de/dashboard')
    await open(owner, `${settings}/devices`)
    expect(await owner.locator('.devices li').count()).toBe(2)
    await owner.locator('.devices').getByRole('button').click()
    await isSaid(de.notices.deviceSignedOut)
    await owner.getByText(de.account.noOthers).waitFor()
    await isOut(phone)
  })

  test('everything is taken along in one file', async () => {
    await open(owner, `${settings}/export`)
    const begun = awaitedLater(owner.waitForEvent('download'))
    await owner.getByRole('button', { name: de.account.exportSubmit }).click()
    const download = await begun
    expect(download.suggestedFilename()).toMatch(/^tresen-[\d-]+\.zip$/)
    const files = unzipSync(await buffer(await download.createReadStream()))
    expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain('Haben Sie Mohnzöpfe?')
    expect(new URL(owner.url()).pathname).toBe(`${settings}/export`)
  })

  test('the account is deleted in two steps, and its visitors’ links with it', async () => {
    await open(owner, `${settings}/delete`)
    await owner.getByRole('link', { name: de.account.deleteOpen }).click()
    await arriveAt(owner, /step=confirm/)
    await owner.getByText(de.account.goneTickets_one).waitFor()
    await owner.getByLabel(de.proof.password).fill(second)
    await owner.getByLabel(/„löschen“/).fill('Löschen')
    await owner.getByRole('button', { name: de.account.deleteSubmit }).click()
    await arriveAt(owner, '/de')
    await owner.getByText(de.notices.accountDeleted).waitFor()
    await isOut(owner)
    expect((await visitor.request.get(conversation)).status()).toBe(404)
    await signIn(owner, '/de/login', email, second)
    await owner.locator('.error').waitFor()
  })
})

describe('The settings with scripts', () => {
  const email = newEmail()
  let server: TestServer
  let owner: Page

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor()
    await signUp(owner, email, 'en')
  })
  afterAll(() => server.close())

  test('few Tabs lead from the opening hours to their button, past seven days', async () => {
    await open(owner, '/dashboard/settings/hours')
    await owner.locator('.skip[href="#save-hours"]').focus()
    await owner.keyboard.press('Enter')
    const save = owner.locator('button#save-hours, #save-hours button')
    for (let tabs = 0; tabs < 2 && !(await save.evaluate(isFocused)); tabs += 1) {
      await owner.keyboard.press('Tab')
    }
    expect(await save.evaluate(isFocused)).toBe(true)
  })

  test('a website that was typed with its path shows without it once saved', async () => {
    await open(owner, '/dashboard/embed')
    await hydrated(owner)
    const field = owner.locator('[name=origins]')
    await field.fill('https://cafe.example/menu?day=1')
    await owner.locator('.button[value=save-sites]').click()
    await expect.poll(() => field.inputValue()).toBe('https://cafe.example')
  })

  test('initials stand for a photo where the desk’s pages lead to without another load', async () => {
    const problems = await watchProblems(owner)
    await open(owner, '/dashboard')
    // From here on, links lead without another load.
    await hydrated(owner)
    await owner.getByRole('link', { name: en.dashboard.profile }).click()
    const initials = owner.locator('.initials', { hasText: email.charAt(0).toUpperCase() })
    await initials.waitFor()
    expect(await initials.evaluate((element) => element.clientWidth)).toBe(96)
    expect(problems).toEqual([])
  })

  test('a password is under way, then wrong, then changed, and the fields are empty', async () => {
    await owner.getByRole('link', { name: en.dashboard.settings }).click()
    await owner.getByRole('heading', { name: en.settings.heading, level: 1 }).waitFor()
    await owner.getByRole('link', { name: en.settings.sections.password }).click()
    const current = owner.getByLabel(en.account.currentPassword)
    const next = owner.getByLabel(en.account.newPassword)
    const form = owner.locator('form', { has: current })
    const button = form.getByRole('button')
    await current.fill('not the kettle')
    await next.fill(second)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await owner.route('**/dashboard/settings/password.data*', async (route) => {
      await held
      await route.continue()
    })
    await button.click()
    await form.and(owner.locator('[aria-busy=true]')).waitFor()
    expect(await button.textContent()).toBe(en.account.passwordChanging)
    expect(await button.isDisabled()).toBe(true)
    answer()
    await form.getByText(en.auth.password.wrong).waitFor()
    await form.and(owner.locator('[aria-busy=false]')).waitFor()
    await expect.poll(() => owner.locator(':focus').getAttribute('name')).toBe('currentPassword')
    await current.fill(first)
    await saidAfter(owner, en.notices.passwordChanged, () => button.click())
    await expect.poll(() => current.inputValue()).toBe('')
    expect(await next.inputValue()).toBe('')
    expect(new URL(owner.url()).pathname).toBe('/dashboard/settings/password')
  })

  test('this browser stays signed in after it, in the rooms of this tab and of another', async () => {
    const tab = await owner.context().newPage()
    await open(tab, '/dashboard/settings/password')
    await hydrated(tab)
    for (const [from, to] of [
      [second, first],
      [first, second],
    ] as const) {
      await tab.getByLabel(en.account.currentPassword).fill(from)
      await tab.getByLabel(en.account.newPassword).fill(to)
      const form = tab.locator('form', { has: tab.getByLabel(en.account.newPassword) })
      await saidAfter(tab, en.notices.passwordChanged, () => form.getByRole('button').click())
      for (const page of [tab, owner]) {
        await page.getByRole('link', { name: en.dashboard.profile }).click()
        await page.getByRole('heading', { name: en.profile.heading, level: 1 }).waitFor()
        await page.getByRole('link', { name: en.dashboard.settings }).click()
        await page.getByRole('heading', { name: en.settings.heading, level: 1 }).waitFor()
        await page.getByRole('link', { name: en.settings.sections.password }).click()
        await page.getByLabel(en.account.currentPassword).waitFor()
      }
    }
    await tab.close()
  })

  test('deleting the account leads to the home page, signed out', async () => {
    await owner.getByRole('link', { name: en.settings.sections.delete }).click()
    await owner.getByRole('link', { name: en.account.deleteOpen }).click()
    await owner.getByLabel(en.proof.password).fill(second)
    await owner.getByLabel(/“delete”/).fill('delete')
    await owner.getByRole('button', { name: en.account.deleteSubmit }).click()
    await arriveAt(owner, '/')
    await owner.getByText(en.notices.accountDeleted).waitFor()
    await owner.getByRole('link', { name: en.layout.signIn }).waitFor()
  })
})
