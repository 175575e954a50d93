import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { attendedFor } from '~/domain/desks/desks'
import { eventsAt, grace, signsEvery, typingLasts } from '~/domain/live/presence'
import { removeMember } from '~/domain/members/changes'
import { newId } from '~/domain/text/ids'
import type { Language } from '~/domain/text/languages'
import { replyAsOwner } from '~/domain/tickets/conversations'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath, withDesk } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { elements, textOf } from '../support/html'
import { countListeners, eventNamed, type Listening, listen } from '../support/listen'
import {
  type Conversation,
  hour,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let conversation: Conversation
let number = 0
let listeners: () => number
const open: Listening[] = []

beforeAll(async () => {
  // Streams do nothing by the machine's clock, which runs on while a busy machine is slow.
  const streamRules = { perSession: 10, heartbeatEvery: hour, watchedAfter: hour }
  // Typing is counted as it is in production, with a budget for each conversation.
  server = await openTestServer({ limited: withLimits, streamRules })
  owner = await server.signUp()
  listeners = countListeners(server.services.live)
})
beforeEach(async () => {
  conversation = await server.begin('One')
  number += 1
})
// The server hears later that a stream was left, and says so at the desk.
afterEach(async () => {
  for (const each of open.splice(0)) each.leave()
  await vi.waitUntil(() => listeners() === 0, { timeout: 30_000 })
})
afterAll(() => server.close())

async function listenTo(query: string, headers?: Record<string, string>): Promise<Listening> {
  const listening = await listen(`${server.origin}/live${query}`, headers)
  open.push(listening)
  return listening
}

const asVisitor = (more = '') => listenTo(`?t=${conversation.secret}${more}`)
const asOwner = (query = '') => listenTo(query, { Cookie: owner.cookie })

async function ticketOf({ secret }: Conversation) {
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  if (!ticket) throw new Error('There is no ticket')
  return ticket
}

/** Lets everybody look again, as the time that has passed would. */
async function lookAgain() {
  const { id: ticketId, deskId } = await ticketOf(conversation)
  for (const [topic, event] of eventsAt({ deskId, ticketId, number }))
    server.services.live.publish(topic, event)
}

/** Leaves the page of a visitor; resolves once the server has noticed. */
async function goAway(page: Listening) {
  const { id } = await ticketOf(conversation)
  let heard = () => {}
  const noticed = new Promise<void>((resolve) => {
    heard = resolve
  })
  const unsubscribe = await server.services.live.subscribe(`ticket:${id}`, () => heard())
  page.leave()
  await noticed
  unsubscribe()
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

  it('is promised an answer only while a message waits for one', async () => {
    server.clock.forward(attendedFor + 1)
    const stream = await asVisitor()
    const { away, soon } = words.en.counter
    const onPage = async () => {
      const { text } = await server.ask(`/chat?t=${conversation.secret}`)
      return elements(text, 'p').find(({ attributes }) => attributes.class === 'state')?.text
    }
    expect((await counterNews(stream)).text).toBe(`${away} ${soon}`)
    expect(await onPage()).toContain(`${away} ${soon}`)
    const reply = { clientKey: newId(server.clock.now), body: 'Yes', locale: 'en' } as const
    await replyAsOwner(server.services, { deskId: owner.desk.id, number }, reply, server.clock.now)
    expect((await counterNews(stream)).text).toBe(away)
    expect(await onPage()).toContain(away)
    expect(await onPage()).not.toContain(soon)
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
    await goAway(page)
    server.clock.forward(grace)
    await lookAgain()
    await visitorIs(stream, 'away')
  })

  it('sees at once who was there before', async () => {
    const page = await asVisitor('&as=page')
    await page.until(/One/)
    await visitorIs(await asOwner(), 'here')
  })

  it('counts as being at the desk once looking for a while, but not by a page that nobody looks at', async () => {
    const looked = await openTestServer({ streamRules: { watchedAfter: 0, heartbeatEvery: 20 } })
    const { cookie, desk } = await looked.signUp()
    const { secret } = await looked.begin('One')
    const attendedAt = async () => (await looked.services.desks.findById(desk.id))?.attendedAt
    const before = await attendedAt()
    looked.clock.forward(attendedFor + 1)
    const visitor = await listen(`${looked.origin}/live?t=${secret}`)
    expect((await counterNews(visitor)).here).toBe(false)
    const idle = await listen(`${looked.origin}/live?idle`, { Cookie: cookie })
    await looked.ask('/live?as=poll&idle', { cookie })
    await idle.until(/event: beat/)
    expect(await attendedAt()).toEqual(before)
    const page = await listen(`${looked.origin}/live`, { Cookie: cookie })
    expect((await counterNews(visitor)).here).toBe(true)
    for (const each of [visitor, idle, page]) each.leave()
    await looked.close()
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
    // Again where something that the streams did as they opened was still on its way.
    const counted = async () => {
      for (const each of reads) each.mockClear()
      live.publish(topic, { kind: 'ticket', ...event })
      live.publish(topic, { kind: 'presence', ...event })
      for (const tab of tabs) {
        expect(JSON.parse((await eventNamed(tab, 'desk')).data)).toMatchObject({ number })
      }
      return reads.map(({ mock }) => mock.calls.length)
    }
    await expect.poll(counted).toEqual([1, 1, 1, 0])
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

describe('members in one ticket', () => {
  let jonas: Owner
  beforeAll(async () => {
    jonas = await join('Jonas')
    await server.services.members.rename(owner.desk.ownerUid, 'Ada')
  })

  async function join(name: string): Promise<Owner> {
    const joined = await server.join(owner.desk, 'colleague')
    await server.services.members.rename(joined.desk.ownerUid, name)
    return joined
  }

  const sign = (caller: Owner, query: string) => type(`ticket=${number}&${query}`, caller.cookie)

  /** The line of the ticket's page about other members; undefined where there is none. */
  async function line(caller: Owner, language: Language = 'en') {
    const path = localizedPath(`/dashboard/tickets?ticket=${number}`, language)
    const { text } = await server.ask(path, caller)
    const lines = elements(text, 'p').filter(({ attributes }) =>
      attributes.class?.startsWith('presence'),
    )
    const [others, visitor] = lines.map((each) => textOf(each.text))
    return visitor === undefined ? undefined : others
  }

  async function othersChanged(stream: Listening) {
    for (;;) {
      const news = await counterNews(stream)
      if (news.number === number && news.others) return
    }
  }

  it('see each other come, type and go, at once and on a page that is loaded', async () => {
    const stream = await asOwner()
    const own = await listenTo('', { Cookie: jonas.cookie })
    for (const each of [stream, own]) await each.until(/revision/)
    expect(await line(jonas)).toBe('')
    expect(await line(owner)).toBe('')
    expect(await sign(jonas, 'page=a')).toBe(204)
    await othersChanged(stream)
    expect(await line(owner)).toBe('Jonas is also here')
    expect(await line(owner, 'de')).toBe('Jonas ist auch hier')
    expect(await sign(jonas, 'typing=1')).toBe(204)
    await othersChanged(stream)
    expect(await line(owner)).toBe('Jonas is writing an answer')
    expect(await line(owner, 'de')).toBe('Jonas schreibt gerade eine Antwort')
    server.clock.forward(typingLasts)
    await lookAgain()
    await othersChanged(stream)
    expect(await line(owner)).toBe('Jonas is also here')
    expect(await sign(jonas, 'page=a&gone')).toBe(204)
    server.clock.forward(grace)
    await lookAgain()
    await othersChanged(stream)
    expect(await line(owner)).toBe('')
    expect(own.received()).not.toContain('others')
  })

  it('learn from a stream that begins later, and from polls, that somebody is there', async () => {
    const poll = async (caller: Owner) =>
      (await server.ask('/live?as=poll', caller)).headers.get('etag')
    const before = [await poll(owner), await poll(jonas)]
    await sign(jonas, 'page=a')
    expect(await poll(owner)).not.toBe(before[0])
    expect(await poll(jonas)).toBe(before[1])
    await othersChanged(await asOwner())
  })

  it('stop typing with their answer, each alone', async () => {
    for (const caller of [owner, jonas]) await sign(caller, 'typing=1')
    const form = { intent: 'note', key: 'note-of-jonas-00000001', body: 'Flour is out', seen: '1' }
    const path = `/dashboard/tickets?ticket=${number}`
    expect((await server.ask(path, { ...jonas, form })).status).toBe(303)
    expect(await line(owner)).toBe('')
    expect(await line(jonas)).toBe('Ada is writing an answer')
  })

  it('are named up to three, those without a name by number', async () => {
    const more = [await join('Ben'), await join('Cleo'), await join(''), await join('Dora')]
    for (const each of [jonas, ...more]) await sign(each, 'page=a')
    expect(await line(owner)).toBe('Jonas, Ben, Cleo and 2 more are also here')
    expect(await line(owner, 'de')).toBe('Jonas, Ben, Cleo und 2 weitere sind auch hier')
    await sign(jonas, 'typing=1')
    expect(await line(owner)).toBe(
      'Jonas is writing an answer · Ben, Cleo, Dora and 1 more are also here',
    )
  })

  it('are nobody else: neither who has left nor who is at another desk', async () => {
    const former = await join('Fred')
    await sign(former, 'page=a')
    expect(await line(owner)).toBe('Fred is also here')
    const { services, clock } = server
    await removeMember(services, owner.desk.id, former.desk.ownerUid, clock.now)
    expect(await line(owner)).toBe('')
    clock.forward(signsEvery + grace)
    const neighbour = await server.signUp()
    await sign(jonas, 'page=a')
    for (const caller of [former, neighbour]) {
      const path = withDesk(`/live?ticket=${number}&page=b`, owner.desk.publicKey)
      await server.ask(path, { ...caller, form: {} })
      expect(await sign(caller, 'page=b')).not.toBe(500)
      expect(await line(caller)).toBeUndefined()
      const stream = await listenTo('', { Cookie: caller.cookie })
      await sign(jonas, 'typing=1')
      await sign(jonas, 'typing=0')
      expect(stream.received()).not.toContain('others')
    }
    expect(await line(owner)).toBe('Jonas is also here')
    expect(await sign(jonas, 'page=<b>')).toBe(400)
  })
})

describe('a desk of one', () => {
  it('has no line about other members', async () => {
    const alone = await server.signUp()
    await server.begin('Is somebody there?', alone.desk.publicKey)
    const page = await server.ask('/dashboard/tickets?ticket=1', alone)
    expect(page.status).toBe(200)
    expect(page.text.match(/class="presence quiet"/g)).toHaveLength(1)
  })
})
