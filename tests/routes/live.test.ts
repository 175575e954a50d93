import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sessionLifetime } from '~/domain/accounts/sessions'
import { endTyping, noteTyping } from '~/domain/live/presence'
import { markSeen, replyAsOwner } from '~/domain/tickets/conversations'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, languageOf, textOf, wordsIn } from '../support/html'
import { countListeners, eventNamed, type Listening, listen } from '../support/listen'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let listeners: () => number
const open: Listening[] = []

beforeAll(async () => {
  server = await openTestServer()
  listeners = countListeners(server.services.live)
  owner = await server.signUp()
})

afterEach(async () => {
  for (const each of open.splice(0)) each.leave()
  await expect.poll(listeners).toBe(0)
})

afterAll(() => server.close())

const { chat } = words.en
const ours = { 'Sec-Fetch-Site': 'same-origin' }

/** Listens until the test is over. */
async function listenTo(query: string, headers?: Record<string, string>): Promise<Listening> {
  const listening = await listen(`${server.origin}/live${query}`, headers)
  open.push(listening)
  return listening
}

function listenToDesk({ cookie }: Owner) {
  return listenTo('', { Cookie: cookie })
}

async function write({ address }: Conversation, body: string): Promise<void> {
  const { status } = await server.ask(address, { form: { key: randomUUID(), body } })
  expect(status).toBe(303)
}

async function pathOf({ secret }: Conversation): Promise<string> {
  const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
  return `/dashboard/tickets?ticket=${ticket?.number}`
}

async function press(conversation: Conversation, intent: string, body = ''): Promise<void> {
  const form = { key: randomUUID(), body, intent }
  const reply = await server.ask(await pathOf(conversation), { ...owner, form })
  expect(reply.status).toBe(303)
}

/** The next event that brings messages. */
async function messages(listening: Listening) {
  const { id, data } = await eventNamed(listening, 'message')
  return { id, words: wordsIn(data), data }
}

describe('nobody listens', () => {
  it('to a desk without a valid session', async () => {
    const passing = await server.signUp()
    // Which tells a browser that there is nothing to come again for.
    expect((await listenTo('')).status).toBe(204)
    expect((await listenTo('', { Cookie: `${passing.cookie.slice(0, -1)}!` })).status).toBe(204)
    expect((await listenToDesk(passing)).status).toBe(200)
    await server.ask('/logout', { ...passing, form: {} })
    expect((await listenToDesk(passing)).status).toBe(204)
    expect((await server.ask('/live?as=poll', passing)).status).toBe(403)
  })

  it('to a desk beyond the session’s 24 hours', async () => {
    const late = await openTestServer()
    const { cookie } = await late.signUp()
    late.clock.forward(sessionLifetime + 1)
    expect((await late.ask('/live', { cookie })).status).toBe(204)
    await late.close()
  })

  it.each(['?t=', '?t=nobody-has-this-secret', '?t=x&as=page'])(
    'to a conversation without its secret: %s',
    async (query) => {
      // A session is no right to somebody’s conversation.
      expect((await server.ask(`/live${query}`, owner)).status).toBe(404)
      expect((await server.ask(`/live${query}&as=poll`, owner)).status).toBe(404)
    },
  )

  it('by another method, or from another site’s form', async () => {
    const { status, headers } = await server.ask('/live', {
      ...owner,
      method: 'DELETE',
      headers: ours,
    })
    expect(status).toBe(405)
    expect(headers.get('Allow')).toBe('GET, POST')
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await server.ask('/live', { ...owner, form: {}, headers: foreign })).status).toBe(403)
  })
})

describe('a visitor', () => {
  it('reads what there is and then each message as it comes', async () => {
    const conversation = await server.begin('One')
    const stream = await listenTo(`?t=${conversation.secret}`)
    expect(stream.status).toBe(200)
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('Cache-Control')).toBe('no-store, no-transform')
    expect(await messages(stream)).toMatchObject({ id: '1', words: ['One'] })
    await write(conversation, 'Two\non two lines <b>')
    expect(await messages(stream)).toMatchObject({ id: '2', words: ['Two\non two lines <b>'] })
    await press(conversation, 'reply', 'An answer')
    expect(await messages(stream)).toMatchObject({ id: '3', words: ['An answer'] })
  })

  it('goes on where the line was cut, by the browser’s header before the address', async () => {
    const conversation = await server.begin('One')
    for (const body of ['Two', 'Three', 'Four']) await write(conversation, body)
    const path = `?t=${conversation.secret}`
    const after = await listenTo(`${path}&after=2`)
    expect(await messages(after)).toMatchObject({ id: '4', words: ['Three', 'Four'] })
    const resumed = await listenTo(`${path}&after=1`, { 'Last-Event-ID': '3' })
    expect(await messages(resumed)).toMatchObject({ id: '4', words: ['Four'] })
    after.leave()
    const nonsense = await listenTo(`${path}&after=-1`, { 'Last-Event-ID': 'x' })
    expect((await messages(nonsense)).words).toEqual(['One', 'Two', 'Three', 'Four'])
    await write(conversation, 'Five')
    for (const stream of [resumed, nonsense]) {
      expect(await messages(stream)).toMatchObject({ id: '5', words: ['Five'] })
    }
  })

  it('learns that the desk has read, answered and solved', async () => {
    const conversation = await server.begin('One')
    const stream = await listenTo(`?t=${conversation.secret}&after=1`)
    const stand = async (seen: number, word: string) => {
      const data = JSON.stringify({ seen, word })
      expect(await eventNamed(stream, 'stand')).toMatchObject({ data })
    }
    await stand(0, chat.received)
    const [, number] = (await pathOf(conversation)).split('ticket=')
    await server.ask(`/live?ticket=${number}&seen=1`, { ...owner, form: {} })
    await stand(1, chat.received)
    await press(conversation, 'reply', 'An answer')
    await stand(1, chat.waiting)
    await press(conversation, 'solve')
    await stand(1, chat.done)
  })

  it('is told in the language of the page', async () => {
    const conversation = await server.begin('One')
    const stream = await listenTo(`?t=${conversation.secret}&lang=de`)
    expect(textOf((await messages(stream)).data)).toContain(words.de.thread.sent)
    expect((await eventNamed(stream, 'stand')).data).toContain(words.de.chat.received)
  })

  it('never reads a note', async () => {
    const conversation = await server.begin('One')
    const streams = await Promise.all([
      listenTo(`?t=${conversation.secret}`),
      listenTo(`?t=${conversation.secret}&as=page`),
    ])
    for (const stream of streams) await stream.until(/One/)
    await press(conversation, 'note', 'A grumpy note')
    await press(conversation, 'reply', 'An answer')
    // A third one takes the place of the first.
    for (const stream of streams) await stream.until(/An answer/)
    streams.push(await listenTo(`?t=${conversation.secret}&after=1`))
    for (const stream of streams) {
      await stream.until(/An answer/)
      expect(stream.received()).not.toContain('A grumpy note')
    }
  })

  it('hears nothing of other conversations', async () => {
    const [one, other] = [await server.begin('One'), await server.begin('Other')]
    const stream = await listenTo(`?t=${one.secret}`)
    await stream.until(/One/)
    await write(other, 'Not for everybody')
    await write(one, 'Two')
    await stream.until(/Two/)
    expect(stream.received()).not.toContain('Not for everybody')
  })
})

describe('an owner', () => {
  it('learns the number of a ticket and not a word of it', async () => {
    const stream = await listenToDesk(owner)
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    const conversation = await server.begin('Words of a visitor')
    const number = Number((await pathOf(conversation)).split('=')[1])
    const { open } = await server.services.tickets.count(owner.desk.id)
    const data = JSON.stringify({ number, open, unread: true })
    expect(await eventNamed(stream, 'desk')).toEqual({ name: 'desk', id: '', data })
    await write(conversation, 'More words')
    expect((await eventNamed(stream, 'desk')).data).toBe(data)
    // The visitor looks at the answer: the same message is no news again.
    await press(conversation, 'reply', 'An answer')
    const answered = JSON.stringify({ number, open: open - 1 })
    expect((await eventNamed(stream, 'desk')).data).toBe(answered)
    await server.ask(`/live?t=${conversation.secret}&seen=3`, { form: {} })
    expect((await eventNamed(stream, 'desk')).data).toBe(answered)
    expect(stream.received()).not.toMatch(/words/i)
  })

  it('hears nothing of other desks', async () => {
    const neighbour = await server.signUp()
    const stream = await listenToDesk(neighbour)
    await server.begin('At the first desk')
    await server.begin('At the other desk', neighbour.desk.publicKey)
    expect((await eventNamed(stream, 'desk')).data).toBe('{"number":1,"open":1,"unread":true}')
  })

  it('listens no longer than the session lasts, wherever it ends', async () => {
    const leaving = await server.signUp()
    const [stream, other] = [await listenToDesk(leaving), await listenToDesk(owner)]
    await server.ask('/logout', { ...leaving, form: { language: 'en' } })
    await stream.end()
    expect(stream.received()).toMatch(/retry: \d+\n\n$/)
    // Only that one: the owner of another session listens on.
    await server.begin('Still here?')
    await eventNamed(other, 'desk')
  })
})

describe('without scripts', () => {
  it('a page grows with each message, and asks to be loaded again when the server stops', async () => {
    const short = await openTestServer()
    await short.signUp()
    const { secret, address } = await short.begin('One')
    const page = await listen(`${short.origin}/live?t=${secret}&as=page&lang=de`)
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    expect(page.headers.get('X-Frame-Options')).toBeNull()
    expect(page.headers.get('Content-Encoding')).toBeNull()
    await page.until(/One/)
    expect(languageOf(page.received())).toBe('de')
    await short.ask(address, { form: { key: randomUUID(), body: 'Two </ol>' } })
    await page.until(/Two/)
    expect(wordsIn(page.received())).toEqual(['One', 'Two </ol>'])
    expect(page.received()).not.toContain('</ol>')
    const closing = short.close()
    await page.end()
    expect(page.received()).toMatch(/<\/ol><\/div><meta http-equiv="refresh" content="\d+">$/)
    expect(page.received()).not.toContain('<script')
    await closing
  })

  it('and marks where what the visitor has not seen begins', async () => {
    const conversation = await server.begin('Is it open?')
    await press(conversation, 'reply', 'It is.')
    await press(conversation, 'reply', 'Until six.')
    const ids = (text: string) =>
      elements(text, 'li').flatMap(({ attributes: { id } }) => (id ? [id] : []))
    const page = await listenTo(`?t=${conversation.secret}&as=page`)
    await page.until(/Until six/)
    expect(ids(page.received())).toEqual(['m-1', 'new', 'm-2', 'm-3'])
    expect(ids((await server.ask(conversation.address)).text)).toEqual(ids(page.received()))
    // The page's script has the rest of the page already.
    const part = await server.ask(`/chat?t=${conversation.secret}&after=1`)
    expect(ids(part.text)).toEqual(['m-2', 'm-3'])
    await write(conversation, 'Thank you')
    expect(ids((await server.ask(conversation.address)).text)).not.toContain('new')
  })

  it('and says how it stands, who is there and that an answer is being typed, in lines of their own', async () => {
    const { secret } = await server.begin('Is it open?')
    const page = await listenTo(`?t=${secret}&as=page`)
    await page.until(/class="receipt"/)
    const last = (kind: string) =>
      elements(page.received(), 'li').findLast(({ attributes }) => attributes.class === kind)?.text
    expect(last('receipt')).toBe(words.en.thread.sent)
    expect(last('stand')).toBe(words.en.chat.received)
    expect(
      elements(page.received(), 'span').map(({ attributes }) => attributes.class),
    ).not.toContain('status')
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    if (!ticket) throw new Error('There is no ticket')
    const ticketRef = { deskId: ticket.deskId, ticketId: ticket.id, number: ticket.number }
    await noteTyping(server.services, ticketRef, { uid: 'owner' }, true, server.clock.now)
    await page.until(/is typing/)
    await markSeen(server.services, { reader: ticket.deskId }, ticket)
    await page.until(new RegExp(`class="receipt"[^>]*>${words.en.thread.seen}`))
    const reply = { clientKey: randomUUID(), body: 'It is.', locale: 'en' } as const
    await replyAsOwner(server.services, ticketRef, reply, server.clock.now)
    await endTyping(server.services, ticket, { uid: 'owner' }, server.clock.now)
    await page.until(/It is\./)
    await page.until(new RegExp(`class="stand">${words.en.chat.waiting}`))
    await page.until(/class="typing">[^<].*class="typing"><\/li>/s)
    expect(last('typing')).toBe('')
    page.leave()
  })
})

it('whoever goes away leaves nobody listening', async () => {
  const { secret } = await server.begin('One')
  const streams = [
    await listenTo(`?t=${secret}`),
    await listenTo(`?t=${secret}&as=page`),
    await listenToDesk(owner),
  ]
  expect(listeners()).toBe(9)
  for (const stream of streams) stream.leave()
  await expect.poll(listeners).toBe(0)
})
