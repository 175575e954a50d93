import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveTicket } from '~/domain/tickets/conversations'
import { longestMessage } from '~/domain/tickets/messages'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, languageOf, textOf, wordsIn } from '../support/html'
import {
  type Owner,
  openTestServer,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  neighbour = await server.signUp()
})

afterAll(() => server.close())

const { counter: atCounter, chat, errors, thread } = words.en

/** A form with a fresh key. */
function message(body: string): Record<string, string> {
  return { key: randomUUID(), body }
}

/** A conversation's messages as its visitor may read them. */
function messagesOf(secret: string) {
  return server.services.tickets.messages({ secretHash: secretHash(secret) }, 0, 100)
}

/** What a browser sends back of it: the conversations that it remembers. */
function rememberedIn({ setCookies }: Reply): string {
  return setCookies.find((each) => /^\S*conversations=/.test(each))?.split(';')[0] ?? ''
}

/** Whether a page links to a conversation, whose address may name one of its messages. */
function linksTo(html: string, address: string): boolean {
  const path = address.replace(/#.*/, '')
  return elements(html, 'a').some(({ attributes }) => attributes.href === path)
}

async function countTickets({ desk }: Owner): Promise<number> {
  const counts = Object.values(await server.services.tickets.count(desk.id))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('without a desk', () => {
  it('the chat says that nobody has set one up yet, and takes nothing', async () => {
    const empty = await openTestServer()
    const { status, text } = await empty.ask('/chat')
    expect(status).toBe(200)
    expect(elements(text, 'h1')[0]?.text).toBe(chat.none)
    expect((await empty.ask('/chat', { form: message('Hello?') })).status).toBe(404)
    await empty.close()
  })
})

describe('a first message', () => {
  it('begins a conversation under an address of its own, in the page’s language', async () => {
    const form = { ...message('Haben Sie\nBrezeln?'), name: 'Vera', email: 'vera@example.com' }
    const { status, location } = await server.ask('/de/chat', { form })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/de\/chat\?t=[\w-]{43}#m-1$/)
    const page = await server.ask(location)
    expect(languageOf(page.text)).toBe('de')
    expect(wordsIn(page.text)).toEqual(['Haben Sie\nBrezeln?'])
    expect(textOf(page.text)).toContain(words.de.chat.received)
    const [secret = ''] = /[\w-]{43}/.exec(location) ?? []
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    expect(ticket).toMatchObject({
      deskId: owner.desk.id,
      locale: 'de',
      visitorName: 'Vera',
      visitorEmail: 'vera@example.com',
      state: 'open',
    })
  })

  it('that is sent five times at once arrives once', async () => {
    const before = await countTickets(owner)
    const form = message('Are you there?')
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => server.ask('/chat', { form })),
    )
    const [first] = replies
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 303, location: first?.location })
    }
    expect(await countTickets(owner)).toBe(before + 1)
    const page = await server.ask(first?.location ?? '')
    expect(wordsIn(page.text)).toEqual(['Are you there?'])
  })

  it('comes back under a new key when the old one brought other words', async () => {
    const form = message('The first words')
    const { location } = await server.ask('/chat', { form })
    const other = await server.ask('/chat', {
      form: { ...form, body: 'Other words', name: 'Vera' },
    })
    expect(other.status).toBe(409)
    expect(field(other.text, 'body')).toMatchObject({
      value: 'Other words',
      focused: true,
      described: errors.message.sentBefore,
    })
    expect(field(other.text, 'name').value).toBe('Vera')
    const key = field(other.text, 'key').value
    expect(key).not.toBe(form.key)
    expect(other.text).not.toContain('The first words')
    const again = await server.ask('/chat', { form: { key, body: 'Other words' } })
    expect(again.status).toBe(303)
    expect(again.location).not.toBe(location)
  })

  it('goes to the desk whose key the address names', async () => {
    const address = `/chat?desk=${neighbour.desk.publicKey}`
    const page = await server.ask(address)
    const action = elements(page.text, 'form')[0]?.attributes.action ?? ''
    const before = await countTickets(owner)
    const reply = await server.ask(action, { form: message('To the neighbour') })
    expect(reply.status).toBe(303)
    expect(await countTickets(owner)).toBe(before)
    const list = await server.ask('/dashboard/tickets', neighbour)
    expect(textOf(list.text)).toContain('To the neighbour')
  })
})

describe('a message that cannot be taken', () => {
  const long = 'ä'.repeat(longestMessage + 1)

  it.each([
    ['is empty', { ...message('') }, errors.message.empty],
    ['is only blanks', { ...message(' \r\n ') }, errors.message.empty],
    ['is too long', { ...message(long) }, errors.message.long],
  ])('because it %s is said beside the field', async (_name, form, sentence) => {
    const before = await countTickets(owner)
    for (const address of ['/chat', (await server.begin('Before')).address]) {
      const { status, text } = await server.ask(address, { form })
      expect(status).toBe(400)
      expect(field(text, 'body')).toMatchObject({
        invalid: true,
        focused: true,
        described: sentence,
      })
      expect(field(text, 'body').value.trim()).toBe(form.body?.trim())
      expect(field(text, 'key').value).toBe(form.key)
      // With it, a browser cuts what is pasted, and nobody learns that the end is missing.
      expect(text).not.toMatch(/<textarea[^>]*maxlength/i)
    }
    expect(await countTickets(owner)).toBe(before + 1)
  })

  it('may have exactly 4,000 characters', async () => {
    const { secret } = await server.begin('ä'.repeat(longestMessage))
    expect((await messagesOf(secret))[0]?.body).toHaveLength(longestMessage)
  })

  it.each([undefined, '', 'short', 'a key with blanks in it'])(
    'because its key is %j comes back whole',
    async (key) => {
      const form = { body: 'Words to keep', ...(key !== undefined && { key }) }
      const { status, text } = await server.ask('/chat', { form })
      expect(status).toBe(400)
      expect(field(text, 'body').value).toBe('Words to keep')
    },
  )

  it('because of the address to answer to keeps all that was typed', async () => {
    const form = { ...message('Words to keep'), name: 'Vera', email: 'vera at home' }
    const { status, text } = await server.ask('/chat', { form })
    expect(status).toBe(400)
    expect(field(text, 'email')).toMatchObject({
      value: 'vera at home',
      focused: true,
      described: errors.email.invalid,
    })
    expect([field(text, 'body').value, field(text, 'name').value]).toEqual([
      'Words to keep',
      'Vera',
    ])
  })

  it.each([
    ['/chat?t=', chat.unknown, chat.begin],
    ['/chat?t=nobody-has-this-secret', chat.unknown, chat.begin],
    ['/chat?desk=', chat.unknownDesk, errors.page.home],
    ['/chat?desk=nobody-has-this-key', chat.unknownDesk, errors.page.home],
  ])('because nobody is at %s is given back', async (address, heading, way) => {
    const page = await server.ask(address)
    expect(page.status).toBe(404)
    expect(elements(page.text, 'h1')[0]?.text).toBe(heading)
    expect(elements(page.text, 'a').map(({ text }) => text)).toContain(way)
    const { status, text } = await server.ask(address, { form: message('Words to keep') })
    expect(status).toBe(404)
    expect(elements(text, 'textarea')[0]?.text).toBe('Words to keep')
  })

  it('because another site sent it begins nothing', async () => {
    const before = await countTickets(owner)
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const { status } = await server.ask('/chat', { form: message('Spam'), headers })
    expect(status).toBe(403)
    expect(await countTickets(owner)).toBe(before)
  })
})

describe('a conversation', () => {
  it('takes a further message once, in order', async () => {
    const { address, secret } = await server.begin('One')
    const form = message('Two')
    const first = await server.ask(address, { form })
    expect(first).toMatchObject({ status: 303, location: `/chat?t=${secret}#m-2` })
    await server.ask(address, { form: message('Three') })
    expect(await server.ask(address, { form })).toMatchObject({ location: first.location })
    expect(wordsIn((await server.ask(address)).text)).toEqual(['One', 'Two', 'Three'])
    const other = await server.ask(address, { form: { ...form, body: 'Not two' } })
    expect(other.status).toBe(409)
    expect(field(other.text, 'body').value).toBe('Not two')
    expect(await messagesOf(secret)).toHaveLength(3)
  })

  it('shows whatever was written as text', async () => {
    const body = '<script>alert(1)</script><img src=x onerror="alert(2)"> & \'"</textarea>'
    const { address } = await server.begin(body)
    const { text } = await server.ask(address)
    expect(wordsIn(text)).toEqual([body])
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
    const refused = await server.ask(address, { form: { key: 'short', body } })
    expect(field(refused.text, 'body').value).toBe(body)
    expect(refused.text).not.toContain('<img src=x')
  })

  it.each(['constructor', '__proto__', 'toString', ''])(
    'is not downloaded as %j, which leads back to it',
    async (as) => {
      const { secret } = await server.begin('Good morning')
      const reply = await server.ask(`/chat/download?t=${secret}&as=${as}`)
      expect(reply).toMatchObject({ status: 303, location: `/chat?t=${secret}` })
    },
  )

  it('is kept by nobody, told to nobody, and sets no cookie once it was begun', async () => {
    const { address } = await server.begin('Nothing is stored')
    const [, cookie = ''] =
      (await server.ask('/chat', { form: message('Hello') })).setCookies
        .map((each) => /^(\S*conversations=[^;]+)/.exec(each))
        .find(Boolean) ?? []
    const replies: Reply[] = [await server.ask('/chat?new', { cookie })]
    expect(textOf(replies[0]?.text ?? '')).toContain(chat.goOn)
    for (const path of [
      '/chat',
      '/de/chat',
      '/chat?order=1234',
      address,
      `${address.split('#')[0]}&all`,
      '/chat?t=x',
    ]) {
      if (!/chat$/.test(path)) replies.push(await server.ask(path))
      replies.push(await server.ask(path, { form: message('') }))
    }
    replies.push(await server.ask(address, { form: message('More') }))
    for (const { status, headers, setCookies } of replies) {
      expect(setCookies).toEqual([])
      expect(headers.get('Cache-Control')).toContain('no-store')
      if (status !== 303) expect(headers.get('Referrer-Policy')).toBe('same-origin')
    }
  })

  it('begins with a form that its browser keeps for Back alone', async () => {
    for (const path of ['/chat', '/de/chat', `/chat?desk=${owner.desk.publicKey}`]) {
      const { headers } = await server.ask(path)
      expect(headers.get('Cache-Control')).toBe('private, no-cache')
      expect(headers.get('Referrer-Policy')).toBe('same-origin')
    }
  })

  it('goes on in a new one after the desk has closed it', async () => {
    const { address, secret } = await server.begin('The old matter')
    const old = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const scope = { deskId: owner.desk.id, number: old?.number ?? 0 }
    await moveTicket(server.services, scope, 'close', server.clock.now)
    expect(textOf((await server.ask(address)).text)).toContain(chat.closed)
    const form = message('It is broken again')
    const [one, two] = await Promise.all([
      server.ask(address, { form }),
      server.ask(address, { form }),
    ])
    expect(one?.status).toBe(303)
    expect(two?.location).toBe(one?.location)
    const next = /t=([\w-]+)/.exec(one?.location ?? '')?.[1] ?? ''
    expect(next).not.toBe(secret)
    expect(await server.services.tickets.find({ secretHash: secretHash(next) })).toMatchObject({
      deskId: owner.desk.id,
      followUpOf: old?.id,
    })
    expect(await messagesOf(secret)).toHaveLength(1)
    // Whoever has its link began it with that of the old one.
    const { text } = await server.ask(`/de/chat?t=${next}`)
    const to = elements(text, 'a').find(
      ({ attributes }) => attributes.href === `/de/chat?t=${secret}`,
    )
    expect(to?.text).toMatch(/^Früheres Gespräch vom \d+\.\d+\.\d{4}$/)
    expect((await server.ask(`/chat?t=${secret}`)).text).not.toContain('Earlier conversation')
  })

  it('A new conversation leads to the one before that its browser began at this desk, until it forgets them', async () => {
    const [first, second, other] = [message('The first'), message('The second'), message('Another')]
    const begun = await server.ask('/chat', { form: first })
    const next = await server.ask('/chat', { form: second, cookie: rememberedIn(begun) })
    const address = next.location.replace(/#.*/, '')
    const { text } = await server.ask(address, { cookie: rememberedIn(next) })
    expect(linksTo(text, begun.location)).toBe(true)
    // A desk of its own, and a browser that knows nothing.
    const path = `/chat?desk=${neighbour.desk.publicKey}`
    const there = await server.ask(path, { form: other, cookie: rememberedIn(next) })
    const elsewhere = await server.ask(there.location, { cookie: rememberedIn(there) })
    expect(linksTo(elsewhere.text, next.location)).toBe(false)
    expect(linksTo((await server.ask(address)).text, begun.location)).toBe(false)
    const form = { intent: 'forget' }
    const forgotten = await server.ask('/chat', { form, cookie: rememberedIn(next) })
    const after = await server.ask(address, { cookie: rememberedIn(forgotten) })
    expect(linksTo(after.text, begun.location)).toBe(false)
  })

  it('never shows its visitor a note of the desk', async () => {
    const { address, secret } = await server.begin('A question')
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${ticket?.number}`
    await server.ask(path, { ...owner, form: { ...message('A grumpy one'), intent: 'note' } })
    await server.ask(path, { ...owner, form: { ...message('An answer'), intent: 'reply' } })
    const route = '_routes=routes%2F(%24lang).chat'
    const data = `${address.replace('/chat', '/chat.data').replace(/#.*/, '')}&${route}`
    for (const page of [address, `/de${address}`, `${address.split('#')[0]}&all`, data]) {
      const { text } = await server.ask(page)
      expect(text, page).toContain('An answer')
      expect(text, page).not.toContain('A grumpy one')
    }
    const desk = await server.ask(path, owner)
    expect(wordsIn(desk.text)).toEqual(['A question', 'A grumpy one', 'An answer'])
  })

  it('of one desk is neither seen nor touched by the owner of another', async () => {
    const { secret } = await server.begin('For the owner’s eyes')
    const scope = { secretHash: secretHash(secret) }
    const before = await server.services.tickets.find(scope)
    const path = `/dashboard/tickets?ticket=${before?.number}`
    const seen = await server.ask(path, neighbour)
    expect(seen.status).toBe(404)
    expect(seen.text).not.toContain('For the owner’s eyes')
    expect(textOf(seen.text)).toContain(
      words.en.tickets.unknown.replace('{{number}}', String(before?.number)),
    )
    for (const intent of ['reply', 'note', 'solve']) {
      const form = { ...message('Meddling'), intent }
      expect((await server.ask(path, { ...neighbour, form })).status, intent).toBe(404)
    }
    expect(await server.services.tickets.find(scope)).toEqual(before)
    expect(await messagesOf(secret)).toHaveLength(1)
  })

  it('tells how it stands and whether somebody is there', async () => {
    const { address, secret } = await server.begin('How does it stand?')
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${ticket?.number}`
    const read = async () => textOf((await server.ask(address)).text)
    server.clock.forward(3_600_000)
    expect(await read()).toContain(atCounter.away)
    const form = { ...message('Like this'), intent: 'reply' }
    const { location } = await server.ask(path, { ...owner, form })
    await server.ask(location, owner)
    expect(await read()).toMatch(
      new RegExp(`${atCounter.here}.*${chat.waiting}.*${thread.seen}`, 's'),
    )
    await server.ask(path, { ...owner, form: { intent: 'solve' } })
    expect(await read()).toContain(chat.doneHint)
  })
})
