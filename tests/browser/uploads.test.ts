import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { largestFile } from '../../app/domain/files/attachments'
import {
  arriveAt,
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'

/** Bytes of a file that takes a slow line a minute. */
const size = 600_000

describe('A file on a slow line', () => {
  let server: TestServer
  let owner: Page
  let visitor: Page

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.visitor()
    await signUp(owner, newEmail(), 'en')
    visitor = await server.visitor()
    await open(visitor, '/chat')
    await visitor.locator('#body').fill('Hello')
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await arriveAt(visitor, /\/chat\?t=/)
    await visitor.locator('#log').getByText('Hello').waitFor()
  })
  afterAll(() => server.close())

  /** Slows a page's uploads down; returns how to let them go on as quickly as they can. */
  async function slowDown(page: Page): Promise<() => Promise<void>> {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const allow = async (uploadThroughput: number) => {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 20,
        downloadThroughput: -1,
        uploadThroughput,
      })
    }
    await allow(10_000)
    return () => allow(-1)
  }

  const choose = (page: Page, name: string) =>
    page.locator('#files').setInputFiles({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(size, 'A long list of buns. '),
    })

  test('shows the visitor the progress', async () => {
    const speedUp = await slowDown(visitor)
    await choose(visitor, 'buns.txt')
    const values: number[] = []
    await visitor.exposeFunction('shown', (value: number) => values.push(value))
    await visitor.evaluate(() => {
      const { shown } = window as unknown as { shown(value: number): void }
      new MutationObserver((changes) => {
        for (const { target } of changes) shown((target as HTMLProgressElement).value)
      }).observe(document, { subtree: true, attributeFilter: ['value'] })
    })
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    const bar = visitor.getByRole('progressbar', { name: en.chat.outbox.progress })
    await expect
      .poll(() => new Set(values.filter((value) => value > 0 && value < 1)).size)
      .toBeGreaterThan(2)
    await bar.waitFor()
    await speedUp()
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    await visitor.locator('#log').getByRole('link', { name: 'buns.txt' }).waitFor()
    // The live line may be quicker than the answer.
    await expect.poll(() => bar.count()).toBe(0)
  })

  test('shows the owner that it is on its way', async () => {
    await open(owner, '/dashboard/tickets?ticket=1')
    await hydrated(owner)
    await owner.locator('#reply').waitFor()
    const speedUp = await slowDown(owner)
    await choose(owner, 'answer.txt')
    await owner.getByRole('button', { name: en.tickets.sendReply, exact: true }).click()
    await owner.getByRole('progressbar', { name: en.thread.files.sending }).waitFor()
    await speedUp()
    await owner.locator('.message.own').getByRole('link', { name: 'answer.txt' }).waitFor()
    await owner
      .getByRole('progressbar', { name: en.thread.files.sending })
      .waitFor({ state: 'detached' })
  })

  test('that is too large is named as soon as it is chosen, and an empty one once it is sent', async () => {
    await visitor.locator('#files').setInputFiles([
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(largestFile + 1) },
      { name: 'rye.txt', mimeType: 'text/plain', buffer: Buffer.from('Rye') },
    ])
    const errors = visitor.locator('.attach .error')
    const { size: large, empty } = en.files
    await expect
      .poll(() => errors.allTextContents())
      .toEqual([large.replace('{{name}}', 'film.mp4')])
    expect(await visitor.locator('.chosen li').count()).toBe(1)
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await visitor.locator('#log').getByRole('link', { name: 'rye.txt' }).waitFor()
    expect(await errors.count()).toBe(0)
    await visitor
      .locator('#files')
      .setInputFiles({ name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
    await expect
      .poll(() => errors.allTextContents())
      .toEqual([empty.replace('{{name}}', 'leer.txt')])
  })
})
