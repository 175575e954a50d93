import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { attendedFor } from '~/domain/desks/desks'
import { grace, signsEvery, typingLasts } from '~/domain/live/presence'
import { secretHash } from '~/http/links/ticket-link.server'
import { textOf } from '../support/html'
import { eventNamed, type Listening, listen } from '../support/listen'
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
let number = 0
const open: Listening[] = []

beforeAll(async () => {
  // Typing is counted as it is in production, with a budget for each conversation.
  server = await openTestServer({ limited: {}, streamRules: { perSession: 10 } })
  owner = await server.signUp()
})
beforeEach(async () => {
  conversation = await server.begin('One')
  number += 1
})
afterEach(() => {
  for (const each of open.splice(0)) each.leave()
})
afterAll(() => server.close())

async function listenTo(query: string, headers?: Record<string, string>): Promise<Listening> {
  const listening = await listen(`${server.origin}/live${query}`, headers)
  open.push(listening)
  return listening
}

const asVisitor = (more = '') => listenTo(`?t=${conversation.secret}${more}`)
const asOwner = (query = '') => listenTo(query, { Cookie: owner.cookie })

/** Lets everybody look again, as the time that has passed would. */
async function lookAgain() {
  const secret = secretHash(conversation.secret)
  const ticket = await server.services.tickets.find({ secretHash: secret })
  if (!ticket) throw new Error('There is no ticket')
  const { live } = server.services
  const event = { kind: 'presence', deskId: ticket.deskId, ticketId: ticket.id, number } as const
  live.publish(`ticket:${ticket.id}`, event)
  live.publish(`desk:${ticket.deskId}`, event)
}

async function type(query: string, cookie?: string): Promise<number> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  return (await server.ask(`/live?${query}`, { method: 'POST', cookie, headers })).status
}

async function counterNews(stream: Listening) {
  return JSON.parse((await eventNamed(stream, 'presence')).data)
}

/** Reads on until the owner is told this of the visitor. */
async function visitorIs(stream: Listening, visitor: string) {
  for (;;) {
    const news = await counterNews(stream)
    if (news.number === number && news.visitor === visitor) return
  }
}

describe('a visitor', () => {
  it('learns that somebody comes to the desk and that nobody is there any more', async () => {
    server.clock.forward(attendedFor + 1)
    const stream = await asVisitor('&lang=de')
    const { away, soon, here } = words.de.counter
    expect(await counterNews(stream)).toEqual({
      here: false,
      text: `${away} ${soon}`,
      typing: false,
    })
    await server.ask('/live?here', { ...owner, form: {} })
    const news = await counterNews(stream)
    expect(news).toMatchObject({ here: true, text: expect.stringContaining(here) })
    const page = await server.ask(`/de/chat?t=${conversation.secret}`)
    expect(textOf(page.text)).toContain(news.text)
    server.clock.forward(attendedFor + 1)
    await lookAgain()
    expect((await counterNews(stream)).here).toBe(false)
  })

  it('sees an answer being typed, until it ends or runs out', async () => {
    const stream = await asVisitor()
    expect((await counterNews(stream)).typing).toBe(false)
    expect(await type(`ticket=${number}&typing=1`, owner.cookie)).toBe(204)
    expect((await counterNews(stream)).typing).toBe(true)
    expect(await type(`ticket=${number}&typing=0`, owner.cookie)).toBe(204)
    expect((await counterNews(stream)).typing).toBe(false)
    await type(`ticket=${number}&typing=1`, owner.cookie)
    expect((await counterNews(stream)).typing).toBe(true)
    server.clock.forward(typingLasts)
    await lookAgain()
    expect((await counterNews(stream)).typing).toBe(false)
  })
})

describe('an owner', () => {
  it('sees a visitor come to the page, type and go', async () => {
    const stream = await asOwner()
    const page = await asVisitor()
    await visitorIs(stream, 'here')
    expect(await type(`t=${conversation.secret}&typing=1`)).toBe(204)
    await visitorIs(stream, 'typing')
    expect(await type(`t=${conversation.secret}&typing=0`)).toBe(204)
    await visitorIs(stream, 'here')
    page.leave()
    server.clock.forward(signsEvery + grace)
    await lookAgain()
    await visitorIs(stream, 'away')
  })

  it('sees at once who was there before', async () => {
    const page = await asVisitor('&as=page')
    await page.until(/One/)
    await visitorIs(await asOwner(), 'here')
  })

  it('counts as being at the desk, but not by a page that nobody looks at', async () => {
    server.clock.forward(attendedFor + 1)
    const stream = await asVisitor()
    expect((await counterNews(stream)).here).toBe(false)
    await (await asOwner('?idle')).until(/retry/)
    await server.ask('/live?as=poll&idle', owner)
    await lookAgain()
    await (await asOwner()).until(/retry/)
    expect((await counterNews(stream)).here).toBe(true)
    expect(stream.received().match(/event: presence/g)).toHaveLength(2)
  })
})

describe('a desk that many listen to', () => {
  it('is read once for an event, however many tabs and visitors there are', async () => {
    for (let each = 0; each < 6; each += 1) {
      const { secret } = await server.begin('One more')
      number += 1
      await (await listenTo(`?t=${secret}`)).until(/presence/)
    }
    const tabs = await Promise.all(Array.from({ length: 5 }, () => asOwner()))
    for (const tab of tabs) await visitorIs(tab, 'here')
    const { tickets, presence, live } = server.services
    const last = await tickets.find({ deskId: owner.desk.id, number })
    if (!last) throw new Error('There is no ticket')
    const reads = [
      vi.spyOn(tickets, 'count'),
      vi.spyOn(tickets, 'find'),
      vi.spyOn(presence, 'at'),
      vi.spyOn(presence, 'around'),
    ]
    const topic = `desk:${owner.desk.id}` as const
    const event = { deskId: owner.desk.id, ticketId: last.id, number } as const
    live.publish(topic, { kind: 'ticket', ...event })
    live.publish(topic, { kind: 'presence', ...event })
    for (const tab of tabs) {
      expect(JSON.parse((await eventNamed(tab, 'desk')).data)).toMatchObject({ number })
    }
    expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 0])
    for (const each of reads) each.mockRestore()
  })
})

describe('typing', () => {
  it('is taken from nobody who may not write there', async () => {
    const stranger = await server.signUp()
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    const path = `/live?t=${conversation.secret}&typing=1`
    const { status } = await server.ask(path, { method: 'POST', headers: foreign })
    expect(status).toBe(403)
    expect(await type('t=nobody-has-this&typing=1')).toBe(404)
    // Whose session is over is told nothing, and nor is the visitor.
    const stream = await asVisitor()
    expect(await type(`ticket=${number}&typing=1`)).toBe(204)
    expect((await counterNews(stream)).typing).toBe(false)
    expect(await type(`ticket=${number}&typing=1`, stranger.cookie)).toBe(404)
    expect(await type(`t=${conversation.secret}&typing=maybe`)).toBe(400)
  })

  it('is taken twenty times in ten seconds from each side', async () => {
    const path = `t=${conversation.secret}&typing=1`
    const answers = []
    for (let each = 0; each < 21; each += 1) answers.push(await type(path))
    expect(answers.slice(0, 20).every((status) => status === 204)).toBe(true)
    expect(answers[20]).toBe(429)
    expect(await type(`ticket=${number}&typing=1`, owner.cookie)).toBe(204)
    server.clock.forward(10_000)
    expect(await type(path)).toBe(204)
  })
})
