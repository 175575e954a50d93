import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAsVisitor } from '~/domain/tickets/conversations'
import { mergeTickets } from '~/domain/tickets/merging'
import { secretHash } from '~/http/links/ticket-link.server'
import { textOf, wordsIn } from '../support/html'
import { eventNamed, listen } from '../support/listen'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let conversation: Conversation

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
})
beforeEach(async () => {
  conversation = await server.begin('One')
})
afterAll(() => server.close())

async function write(body: string): Promise<void> {
  const form = { key: randomUUID(), body }
  expect((await server.ask(conversation.address, { form })).status).toBe(303)
}

/** Writes many messages at once, past the forms. */
async function writeMany(count: number): Promise<void> {
  const hash = secretHash(conversation.secret)
  for (let each = 0; each < count; each += 1) {
    const writing = { clientKey: randomUUID(), body: `More ${each}`, locale: 'en' as const }
    await writeAsVisitor(server.services, hash, writing, server.clock.now)
  }
}

async function poll(after: number, tag?: string) {
  const path = `/live?t=${conversation.secret}&lang=en&after=${after}&as=poll`
  const reply = await server.ask(path, { headers: tag ? { 'If-None-Match': tag } : {} })
  const tagged = reply.headers.get('ETag') ?? ''
  return {
    status: reply.status,
    tag: tagged,
    news: reply.text ? JSON.parse(reply.text) : undefined,
  }
}

describe('a visitor who asks now and then', () => {
  it('gets in one answer what a stream would have said', async () => {
    await server.ask('/live?here', { ...owner, form: {} })
    await write('Two')
    const { status, news } = await poll(1)
    expect(status).toBe(200)
    expect(wordsIn(news.html)).toEqual(['Two'])
    expect(news).toMatchObject({ last: 2, stand: { seen: 0, word: words.en.chat.received } })
    const page = textOf((await server.ask(conversation.address)).text)
    expect(news.presence).toMatchObject({ here: true, typing: false })
    expect(page).toContain(news.presence.text)
  })

  it('hears that nothing is new from where the last answer ended, and again once something is', async () => {
    const first = await poll(0)
    expect((await poll(1, first.tag)).status).toBe(304)
    expect((await poll(0, first.tag)).status).toBe(304)
    await write('Two')
    const second = await poll(1, first.tag)
    expect(wordsIn(second.news.html)).toEqual(['Two'])
    expect((await poll(2, second.tag)).status).toBe(304)
    await server.ask(`/live?ticket=${await numberOf()}&seen=2`, { ...owner, form: {} })
    expect((await poll(2, second.tag)).news.stand.seen).toBe(2)
  })

  it('pays at most 300 bytes for nothing new', async () => {
    const { tag } = await poll(1)
    const bytes = await rawAnswer(`/live?t=${conversation.secret}&lang=en&after=1&as=poll`, [
      `If-None-Match: ${tag}`,
    ])
    expect(bytes).toMatch(/^HTTP\/1.1 304 /)
    expect(bytes).toMatch(/^cache-control: private, no-cache\r$/im)
    expect(bytes.length).toBeLessThanOrEqual(300)
  })

  it('begins anew from a place that was never given out', async () => {
    await write('Two')
    expect(wordsIn((await poll(99)).news.html)).toEqual(['One', 'Two'])
    const { origin } = server
    const stream = await listen(`${origin}/live?t=${conversation.secret}&after=99`)
    expect(wordsIn((await eventNamed(stream, 'message')).data)).toEqual(['One', 'Two'])
    stream.leave()
  })

  it('is told to load the page again where too much is missing', async () => {
    await writeMany(500)
    const few = await poll(1)
    expect(few.news.resync).toBeUndefined()
    expect(wordsIn(few.news.html)).toHaveLength(500)
    const many = await poll(0)
    expect(many.news).toMatchObject({ resync: true, html: '', last: 501 })
    const stream = await listen(`${server.origin}/live?t=${conversation.secret}`)
    expect(await eventNamed(stream, 'resync')).toMatchObject({ id: '501' })
    await write('And one more')
    expect(wordsIn((await eventNamed(stream, 'message')).data)).toEqual(['And one more'])
    stream.leave()
  })
})

describe('a visitor whose page is of before a merge', () => {
  it('A page of a merged ticket is told to load again by a poll and a stream, whichever of both it shows', async () => {
    const other = await server.begin('Other')
    await write('Two')
    const stale = [conversation, other]
    const { origin, services, clock } = server
    const streams = await Promise.all(
      stale.map(({ secret }) => listen(`${origin}/live?t=${secret}&after=2`)),
    )
    const tags = await Promise.all(stale.map(({ secret }) => ask(secret)))
    const [target, source] = await Promise.all(
      stale.map(({ secret }) => services.tickets.find({ secretHash: secretHash(secret) })),
    )
    const { deskId, number = 0 } = target ?? {}
    const numbers = { source: source?.number ?? 0, target: number }
    await mergeTickets(services, { deskId: deskId ?? '' }, numbers, clock.now)
    for (const stream of streams) {
      expect(await eventNamed(stream, 'resync')).toMatchObject({ data: 'true' })
      stream.leave()
    }
    for (const [index, { secret }] of stale.entries()) {
      const { news } = await ask(secret, tags[index]?.tag)
      expect(news).toMatchObject({ resync: true, html: '' })
      const seen = await server.ask(`/live?t=${secret}&seen=1`, { form: {} })
      expect(seen.status).toBe(409)
      const page = await server.ask(`/chat?t=${secret}`)
      const [, live = ''] = /data-live="([^"]+)"/.exec(page.text) ?? []
      const fresh = live.replaceAll('&amp;', '&')
      const again = await server.ask(`${fresh}&after=2&as=poll`)
      expect(JSON.parse(again.text)).toMatchObject({ last: 3 })
      expect(JSON.parse(again.text).resync).toBeUndefined()
    }
  })

  async function ask(secret: string, tag?: string) {
    const reply = await server.ask(`/live?t=${secret}&lang=en&after=3&as=poll`, {
      headers: tag ? { 'If-None-Match': tag } : {},
    })
    return {
      tag: reply.headers.get('ETag') ?? '',
      news: reply.text ? JSON.parse(reply.text) : undefined,
    }
  }
})

describe('an owner who asks now and then', () => {
  it('gets the count of open tickets, and hears when something has changed', async () => {
    const ask = (tag?: string) =>
      server.ask('/live?as=poll', {
        ...owner,
        headers: tag ? { 'If-None-Match': tag } : {},
      })
    const first = await ask()
    const { open } = await server.services.tickets.count(owner.desk.id)
    expect(JSON.parse(first.text)).toEqual({ open, orders: 0 })
    const tag = first.headers.get('ETag') ?? ''
    expect((await ask(tag)).status).toBe(304)
    await write('Two')
    expect((await ask(tag)).status).toBe(200)
  })
})

async function numberOf(): Promise<number | undefined> {
  const ticket = await server.services.tickets.find({
    secretHash: secretHash(conversation.secret),
  })
  return ticket?.number
}

/** What comes over the line for a GET, as it comes. */
async function rawAnswer(path: string, headers: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${new URL(server.origin).host}`, ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  return String(chunk)
}
