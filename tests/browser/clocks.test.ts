import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitedLater } from '../support/awaited-later'
import {
  arriveAt,
  hearsKeys,
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'

const hour = 3_600_000
const day = 24 * hour

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

describe('A browser whose clock is wrong', () => {
  test.each([
    ['26 hours behind', -26 * hour],
    ['26 hours ahead', 26 * hour],
    ['four years behind', -4 * 365 * day],
  ])('opens an account and works at its desk, signs out and in again: %s', async (_, skew) => {
    const page = await server.visitor()
    await page.clock.install({ time: Date.now() + skew })
    const email = newEmail()
    await signUp(page, email, 'en', false)
    await open(page, '/dashboard')
    await hydrated(page)
    await page.locator('.rail a[href="/dashboard/tickets"]').click()
    await page.getByRole('heading', { level: 1, name: en.tickets.heading }).waitFor()
    await page.getByRole('button', { name: en.layout.signOut }).click()
    await arriveAt(page, /\/$/)
    await open(page, '/login')
    await page.getByLabel(en.login.email).fill(email)
    await page.getByLabel(en.login.password).fill('kettle-on-the-stove')
    await page.getByRole('button', { name: en.login.submit, exact: true }).click()
    await arriveAt(page, /\/dashboard$/)
    await page.context().close()
  })
})

describe('A page that is open at midnight', () => {
  test('calls one day today, and keeps a message of the new day under it', async () => {
    const owner = await server.visitor()
    await signUp(owner, newEmail(), 'en', false)
    await open(owner, '/dashboard/embed')
    const key = /\?desk=([\w-]+)/.exec(await owner.content())?.[1]
    const visitor = await server.visitor()
    await visitor.clock.install({ time: Date.now() })
    await open(visitor, `/chat?desk=${key}`)
    await visitor.locator('#body').fill('Are you open?')
    const streaming = awaitedLater(visitor.waitForRequest(/\/live\?t=/))
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await arriveAt(visitor, /\?t=/)
    await streaming
    const days = visitor.locator('.day')
    await expect.poll(() => days.allInnerTexts()).toEqual([en.thread.today])
    // As another tab passes on what the server sends just after midnight.
    await visitor.evaluate((today) => {
      const log = document.getElementById('log')
      const tomorrow = new Date(Date.parse(`${log?.dataset.today}`) + 86_400_000)
      const day = tomorrow.toISOString().slice(0, 10)
      const message = `<li class="day" data-day="${day}"><time datetime="${day}" data-near="today" data-date="then">${today}</time></li><li class="message" data-seq="2" id="m-2"><p class="words">At midnight</p></li>`
      const { action } = document.getElementById('composer') as HTMLFormElement
      new BroadcastChannel(`chat${new URL(action).search}`).postMessage({ news: { message } })
    }, en.thread.today)
    const both = [en.thread.yesterday, en.thread.today]
    await expect.poll(() => days.allInnerTexts()).toEqual(both)
    await visitor.context().setOffline(true)
    await visitor.clock.fastForward(day)
    await expect.poll(() => days.allInnerTexts()).toEqual(both)
    await visitor.clock.fastForward(day)
    await expect.poll(() => days.allInnerTexts()).not.toContain(en.thread.today)
    await visitor.context().close()
    await owner.context().close()
  })

  test.each([
    ['a right clock', 0],
    ['a clock that is five hours ahead', 5 * hour],
  ])('calls the day before yesterday’s, for visitor and owner, with %s', async (_, skew) => {
    const owner = await server.visitor()
    const visitor = await server.visitor()
    for (const page of [owner, visitor]) await page.clock.install({ time: Date.now() + skew })
    await signUp(owner, newEmail(), 'en', false)
    await open(owner, '/dashboard/embed')
    const key = /\?desk=([\w-]+)/.exec(await owner.content())?.[1]
    await open(visitor, `/chat?desk=${key}`)
    await visitor.locator('#body').fill('Are you open?')
    // The script of the chat runs once it asks for its stream.
    const streaming = awaitedLater(visitor.waitForRequest(/\/live\?t=/))
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await arriveAt(visitor, /\?t=/)
    await streaming
    await open(owner, '/dashboard/tickets?ticket=1')
    await hearsKeys(owner)
    for (const page of [visitor, owner]) {
      const days = page.locator('.day')
      await expect.poll(() => days.allInnerTexts()).toEqual([en.thread.today])
      // The server’s day stays the same: nothing may come from it any more.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await page.clock.fastForward(day)
      await expect.poll(() => days.allInnerTexts()).toEqual([en.thread.yesterday])
      await page.clock.fastForward(day)
      await expect.poll(() => days.allInnerTexts()).not.toEqual([en.thread.yesterday])
      await page.context().close()
    }
  })
})
