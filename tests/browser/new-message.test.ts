import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated, open } from '../support/browser-server'
import { type DemoDesk, openDemoDesk } from '../support/demo-desk'
import { en } from '../support/locales'

let desk: DemoDesk
let page: Page
beforeAll(async () => {
  desk = await openDemoDesk()
  page = await desk.signIn('en')
})
afterAll(() => desk.server.close())

const address = '/dashboard/tickets/new'
const typed = {
  email: 'vera@example.com',
  name: 'Vera',
  copies: 'bob@example.com',
  subject: 'Your table',
  body: 'It is ready.',
}

async function visit() {
  await open(page, address)
  await hydrated(page)
}

async function fill() {
  await page
    .locator('#write details:not(.saved, .attaching)')
    .evaluate((fold) => fold.setAttribute('open', ''))
  for (const [name, value] of Object.entries(typed)) await page.fill(`#write [name=${name}]`, value)
  await page.selectOption('#write [name=language]', 'de')
}

const filled = (at: Record<string, string> = { ...typed, language: 'de' }) =>
  expect
    .poll(() =>
      Promise.all(Object.keys(at).map((name) => page.inputValue(`#write [name=${name}]`))),
    )
    .toEqual(Object.values(at))

test('A new message begins in the field for its address, with its text and button in sight on a phone, and in its text where the address is known', async () => {
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/dashboard/tickets')
  await hydrated(page)
  await page.click(`a[href="${address}"]`)
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await expect.poll(focused).toBe('email')
  const text = await page.locator('#body').boundingBox()
  expect(text && text.y + text.height).toBeLessThan(700)
  expect(await page.locator('#copies').isVisible()).toBe(false)
  const send = await page.locator('#write [value=send]').boundingBox()
  expect(send && send.y + send.height).toBeLessThan(780)
  await open(page, `${address}?ticket=1`)
  await expect.poll(focused).toBe('body')
  if (usual) await page.setViewportSize(usual)
})

test('A new message is still there after a look elsewhere and a reload, in its tab', async () => {
  await visit()
  await fill()
  await page.locator('.rail a', { hasText: en.dashboard.profile }).first().click()
  await page.locator('h1', { hasText: en.profile.heading }).waitFor()
  await page.goBack()
  await filled()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hydrated(page)
  await filled()
})

test('A new message that was sent is no draft any more, and comes back to its form when it is taken back', async () => {
  await visit()
  await fill()
  await page.click('#write [value=send]')
  await page.locator('.message', { hasText: typed.body }).waitFor()
  const undo = page.locator('.toast.offer [value=undo]')
  await undo.waitFor()
  await undo.click()
  await page.locator('#write').waitFor()
  await filled()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hydrated(page)
  await filled()
  await page.locator('#body').press('Control+Enter')
  await page.locator('.message', { hasText: typed.body }).waitFor()
  await visit()
  const empty = Object.keys(typed).map((name) => [name, ''])
  await filled(Object.fromEntries(empty))
})

test('Enter in a field of a new message goes on in its text, and sends nothing', async () => {
  await visit()
  await fill()
  for (const name of ['email', 'subject', 'copies', 'name']) {
    await page.locator(`#write [name=${name}]`).press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
  }
  expect(new URL(page.url()).pathname).toBe(address)
  await filled()
})

test('A saved reply is put into a new message from its menu, which “/” opens, and by its shortcut', async () => {
  await visit()
  const text = page.locator('#write textarea')
  await text.fill('')
  await page.keyboard.type('/hours')
  const first = page.locator('#write [name=saved]').first()
  await first.waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => text.inputValue()).not.toBe('')
  const words = await text.inputValue()
  await text.fill('')
  await page.locator('#write .saved summary').click()
  await page.locator('#write [name=saved]', { hasText: '/hours' }).click()
  expect(await text.inputValue()).toBe(words)
  await text.fill('')
  await text.pressSequentially('So: /hours ')
  await expect.poll(() => text.inputValue()).toBe(`So: ${words}`)
})
