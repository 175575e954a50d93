import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { seedDemo } from '../../development/seed'
import { arriveAt, open, openTestServer, type TestServer } from '../support/browser-server'
import { en } from '../support/locales'

describe('Back from what a form has led to, without scripts', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(async (services) => {
      const { host, projectId } = inject('authEmulator')
      await seedDemo(services, host, projectId, new Date())
    })
  })
  afterAll(() => server.close())

  const send = async (page: Page, button: string, to: RegExp) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await arriveAt(page, to)
    // Chromium refuses to go back from a page that it has not made the tab's own yet.
    await page.locator('#main').waitFor()
  }

  // The browsers of tests keep no page alive for Back, as little as a phone that is short of memory.
  const back = async (page: Page, path: string) => {
    await page.goBack({ waitUntil: 'domcontentloaded' })
    expect(page.url()).toBe(server.origin + path)
  }

  test.each(['/chat', '/chat?item=house-coffee'])(
    'brings the form of %s with its key, so that sending it again adds nothing',
    async (path) => {
      const page = await server.visitor({ javaScript: false })
      await open(page, path)
      await page.locator('#body').fill('Hello')
      await send(page, en.chat.send, /\?t=/)
      const conversation = page.url()
      await back(page, path)
      expect(await page.locator('#body').inputValue()).toBe('Hello')
      await send(page, en.chat.send, /\?t=/)
      expect(page.url()).toBe(conversation)
      expect(await server.saidInNewest()).toEqual(['Hello'])
    },
  )

  test.each([
    ['/chat?feedback=1', 'comment', en.rating.submit, /feedback=thanks/],
    ['/withdrawal?cancel', 'reason', en.withdrawal.cancelNow, /receipt=/],
  ])('brings the form of %s as it was sent', async (path, field, button, to) => {
    const page = await server.visitor({ javaScript: false })
    await open(page, path)
    const key = page.locator('[name=key]')
    // What a declaration says is its key.
    const given = path.startsWith('/chat') ? await key.inputValue() : ''
    // A reason is asked for a good cause alone.
    if (!given) await page.locator('[name=cause]').last().check({ force: true })
    await page.locator(`[name=${field}]`).fill('It was cold')
    if (path.startsWith('/chat')) await page.locator('[name=rating]').last().check({ force: true })
    else {
      await page.locator('[name=name]').fill('Käthe')
      await page.locator('[name=contract]').fill('Tresen Plus')
      await page.locator('[name=email]').fill('kaethe@example.com')
    }
    await send(page, button, to)
    await back(page, path)
    expect(await page.locator(`[name=${field}]`).inputValue()).toBe('It was cold')
    if (given) expect(await key.inputValue()).toBe(given)
  })
})
