import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { replyAsOwner } from '../../app/domain/tickets/conversations'
import { mergeTickets } from '../../app/domain/tickets/merging'
import { readSplitUndo, rejoinTicket } from '../../app/domain/tickets/rejoining'
import { splitTicket } from '../../app/domain/tickets/splitting'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { secretHash, ticketSecret } from '../../app/http/links/ticket-link.server'
import {
  arriveAt,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { en } from '../support/locales'

describe('A conversation open in a browser, whose messages move', () => {
  let server: TestServer
  let services: Services
  let serverSecret: string
  let older: Page
  let newer: Page
  let target: Ticket
  let source: Ticket

  beforeAll(async () => {
    server = await openTestServer(async (opened, secret) => {
      services = opened
      serverSecret = secret
    })
    const owner = await server.visitor()
    await signUp(owner, newEmail(), 'en')
    await owner.context().close()
  })
  beforeEach(async () => {
    ;[older, target] = await begin('About the kettle')
    ;[newer, source] = await begin('About the cups')
    await answer(source, 'There are twelve')
    await answer(target, 'It whistles')
    await expect.poll(() => words(older)).toEqual(['About the kettle', 'It whistles'])
    await expect.poll(() => words(newer)).toEqual(['About the cups', 'There are twelve'])
  })
  afterEach(() => Promise.all([older, newer].map((page) => page.context().close())))
  afterAll(() => server.close())

  const words = (page: Page) => page.locator('#log .message .words').allTextContents()
  const joined = ['About the kettle', 'About the cups', 'There are twelve', 'It whistles']

  async function begin(body: string): Promise<[Page, Ticket]> {
    const page = await server.visitor()
    await open(page, '/chat')
    await page.locator('#body').fill(body)
    await page.getByRole('button', { name: en.chat.send, exact: true }).click()
    await arriveAt(page, /\/chat\?t=/)
    return [page, await server.newestTicket()]
  }

  function answer({ deskId, number }: Ticket, body: string) {
    const writing = { clientKey: randomUUID(), body, locale: 'en' } as const
    return replyAsOwner(services, { deskId, number }, writing, new Date())
  }

  function merge() {
    const numbers = { source: source.number, target: target.number }
    return mergeTickets(services, { deskId: target.deskId }, numbers, new Date())
  }

  test('An open chat shows both conversations once a merge joins them, in order of time, and keeps what is typed', async () => {
    await newer.locator('#body').fill('And the sau')
    await merge()
    for (const page of [older, newer]) await expect.poll(() => words(page)).toEqual(joined)
    expect(await newer.locator('#body').inputValue()).toBe('And the sau')
    await answer(target, 'To both of you')
    for (const page of [older, newer]) {
      await expect.poll(() => words(page)).toEqual([...joined, 'To both of you'])
    }
  })

  test('An open chat is loaded again where it was merged while nobody looked, and where it polls', async () => {
    await newer.route(
      (url) => url.pathname === '/live' && !url.searchParams.has('as'),
      (route) => route.abort(),
    )
    await newer.reload()
    await newer.waitForRequest(/as=poll/)
    await older.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await merge()
    await expect.poll(() => words(newer)).toEqual(joined)
    await older.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => words(older)).toEqual(joined)
  })

  test('An open chat leads to what is split off, and has it again once that is undone', async () => {
    const { deskId, number } = source
    await services.tickets.move({ deskId, number }, () => ({ visitorEmail: 'cup@example.com' }))
    await newer.locator('#body').fill('And the saucers')
    await newer.getByRole('button', { name: en.chat.send, exact: true }).click()
    await expect.poll(async () => (await words(newer)).length).toBe(3)
    await answer(source, 'Six')
    const all = ['About the cups', 'There are twelve', 'And the saucers', 'Six']
    await expect.poll(() => words(newer)).toEqual(all)
    const startKey = randomUUID()
    const secret = ticketSecret(serverSecret, deskId, startKey)
    const split = await splitTicket(
      services,
      { deskId, number },
      { seq: 3, later: false },
      { startKey, secretHash: secretHash(secret) },
      'en',
      new Date(),
    )
    await expect.poll(() => words(newer)).toEqual(all.filter((each) => each !== all[2]))
    const place = newer.locator('#m-3', { hasText: en.chat.split.moved })
    const way = await place.getByRole('link', { name: en.chat.split.open }).getAttribute('href')
    expect(way).toBe(`/chat?t=${secret}`)
    const undo = readSplitUndo(split.undo ?? '')
    if (!undo) throw new Error('It was not split')
    await rejoinTicket(services, { deskId }, undo, new Date())
    await expect.poll(() => words(newer)).toEqual(all)
  })
})
