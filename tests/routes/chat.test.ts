import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestMessage } from '~/domain/tickets/messages'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, languageOf, textOf, wordsIn } from '../support/html'
import { type Counter, type Owner, openCounter, type Reply, words } from '../support/test-server'

let counter: Counter
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  counter = await openCounter()
  owner = await counter.signUp()
  neighbour = await counter.signUp()
})

afterAll(() => counter.close())

const { counter: atCounter, chat, errors, thread } = words.en

/** A form with a fresh key. */
function message(body: string): Record<string, string> {
  return { key: randomUUID(), body }
}

/** A conversation's messages as its visitor may read them. */
function messagesOf(secret: string) {
  return counter.services.tickets.messages({ secretHash: secretHash(secret) }, 0, 100)
}

async function countTickets({ desk }: Owner): Promise<number> {
  const counts = Object.values(await counter.services.tickets.count(desk.id))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('without a desk', () => {
  it('the chat says that nobody has set one up yet, and takes nothing', async () => {
    const empty = await openCounter()
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
    const { status, location } = await counter.ask('/de/chat', { form })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/de\/chat\?t=[\w-]{43}#m-1$/)
    const page = await counter.ask(location)
    expect(languageOf(page.text)).toBe('de')
    expect(wordsIn(page.text)).toEqual(['Haben Sie\nBrezeln?'])
    expect(textOf(page.text)).toContain(words.de.chat.received)
    const [secret = ''] = /[\w-]{43}/.exec(location) ?? []
    const ticket = await counter.services.tickets.find({ secretHash: secretHash(secret) })
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
      Array.from({ length: 5 }, () => counter.ask('/chat', { form })),
    )
    const [first] = replies
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 303, location: first?.location })
    }
    expect(await countTickets(owner)).toBe(before + 1)
    const page = await counter.ask(first?.location ?? '')
    expect(wordsIn(page.text)).toEqual(['Are you there?'])
  })

  it('comes back under a new key when the old one brought other words', async () => {
    const form = message('The first words')
    const { location } = await counter.ask('/chat', { form })
    const other = await counter.ask('/chat', {
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
    const again = await counter.ask('/chat', { form: { key, body: 'Other words' } })
    expect(again.status).toBe(303)
    expect(again.location).not.toBe(location)
  })

  it('goes to the desk whose key the address names', async () => {
    const address = `/chat?desk=${neighbour.desk.publicKey}`
    const page = await counter.ask(address)
    const action = elements(page.text, 'form')[0]?.attributes.action ?? ''
    const before = await countTickets(owner)
    const reply = await counter.ask(action, { form: message('To the neighbour') })
    expect(reply.status).toBe(303)
    expect(await countTickets(owner)).toBe(before)
    const list = await counter.ask('/dashboard/tickets', neighbour)
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
    for (const address of ['/chat', (await counter.begin('Before')).address]) {
      const { status, text } = await counter.ask(address, { form })
      expect(status).toBe(400)
      expect(field(text, 'body')).toMatchObject({
        invalid: true,
        focused: true,
        described: sentence,
      })
      expect(field(text, 'body').value.trim()).toBe(form.body?.trim())
      expect(field(text, 'key').value).toBe(form.key)
    }
    expect(await countTickets(owner)).toBe(before + 1)
  })

  it('may have exactly 4,000 characters', async () => {
    const { secret } = await counter.begin('ä'.repeat(longestMessage))
    expect((await messagesOf(secret))[0]?.body).toHaveLength(longestMessage)
  })

  it.each([undefined, '', 'short', 'a key with blanks in it'])(
    'because its key is %j comes back whole',
    async (key) => {
      const form = { body: 'Words to keep', ...(key !== undefined && { key }) }
      const { status, text } = await counter.ask('/chat', { form })
      expect(status).toBe(400)
      expect(field(text, 'body').value).toBe('Words to keep')
    },
  )

  it('because of the address to answer to keeps all that was typed', async () => {
    const form = { ...message('Words to keep'), name: 'Vera', email: 'vera at home' }
    const { status, text } = await counter.ask('/chat', { form })
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
    ['/chat?t=', chat.unknown],
    ['/chat?t=nobody-has-this-secret', chat.unknown],
    ['/chat?desk=', chat.unknownDesk],
    ['/chat?desk=nobody-has-this-key', chat.unknownDesk],
  ])('because nobody is at %s is given back', async (address, heading) => {
    const page = await counter.ask(address)
    expect(page.status).toBe(404)
    expect(elements(page.text, 'h1')[0]?.text).toBe(heading)
    const { status, text } = await counter.ask(address, { form: message('Words to keep') })
    expect(status).toBe(404)
    expect(elements(text, 'textarea')[0]?.text).toBe('Words to keep')
  })

  it('because another site sent it begins nothing', async () => {
    const before = await countTickets(owner)
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const { status } = await counter.ask('/chat', { form: message('Spam'), headers })
    expect(status).toBe(403)
    expect(await countTickets(owner)).toBe(before)
  })
})

describe('a conversation', () => {
  it('takes a further message once, in order', async () => {
    const { address, secret } = await counter.begin('One')
    const form = message('Two')
    const first = await counter.ask(address, { form })
    expect(first).toMatchObject({ status: 303, location: `/chat?t=${secret}#m-2` })
    await counter.ask(address, { form: message('Three') })
    expect(await counter.ask(address, { form })).toMatchObject({ location: first.location })
    expect(wordsIn((await counter.ask(address)).text)).toEqual(['One', 'Two', 'Three'])
    const other = await counter.ask(address, { form: { ...form, body: 'Not two' } })
    expect(other.status).toBe(409)
    expect(field(other.text, 'body').value).toBe('Not two')
    expect(await messagesOf(secret)).toHaveLength(3)
  })

  it('shows whatever was written as text', async () => {
    const body = '<script>alert(1)</script><img src=x onerror="alert(2)"> & \'"</textarea>'
    const { address } = await counter.begin(body)
    const { text } = await counter.ask(address)
    expect(wordsIn(text)).toEqual([body])
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
    const refused = await counter.ask(address, { form: { key: 'short', body } })
    expect(field(refused.text, 'body').value).toBe(body)
    expect(refused.text).not.toContain('<img src=x')
  })

  it.each(['constructor', '__proto__', 'toString', ''])(
    'is not downloaded as %j, which leads back to it',
    async (as) => {
      const { secret } = await counter.begin('Good morning')
      const reply = await counter.ask(`/chat/download?t=${secret}&as=${as}`)
      expect(reply).toMatchObject({ status: 303, location: `/chat?t=${secret}` })
    },
  )

  it('is kept by nobody, told to nobody, and sets no cookie once it was begun', async () => {
    const { address } = await counter.begin('Nothing is stored')
    const replies: Reply[] = []
    for (const path of [
      '/chat',
      '/de/chat',
      address,
      `${address.split('#')[0]}&all`,
      '/chat?t=x',
    ]) {
      replies.push(await counter.ask(path))
      replies.push(await counter.ask(path, { form: message('') }))
    }
    replies.push(await counter.ask(address, { form: message('More') }))
    for (const { status, headers, setCookies } of replies) {
      expect(setCookies).toEqual([])
      expect(headers.get('Cache-Control')).toContain('no-store')
      if (status !== 303) expect(headers.get('Referrer-Policy')).toBe('same-origin')
    }
  })

  it('goes on in a new one after the desk has closed it', async () => {
    const { address, secret } = await counter.begin('The old matter')
    const old = await counter.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${old?.number}`
    await counter.ask(path, { ...owner, form: { intent: 'close' } })
    expect(textOf((await counter.ask(address)).text)).toContain(chat.closed)
    const form = message('It is broken again')
    const [one, two] = await Promise.all([
      counter.ask(address, { form }),
      counter.ask(address, { form }),
    ])
    expect(one?.status).toBe(303)
    expect(two?.location).toBe(one?.location)
    const next = /t=([\w-]+)/.exec(one?.location ?? '')?.[1] ?? ''
    expect(next).not.toBe(secret)
    expect(await counter.services.tickets.find({ secretHash: secretHash(next) })).toMatchObject({
      deskId: owner.desk.id,
      followUpOf: old?.id,
    })
    expect(await messagesOf(secret)).toHaveLength(1)
  })

  it('never shows its visitor a note of the desk', async () => {
    const { address, secret } = await counter.begin('A question')
    const ticket = await counter.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${ticket?.number}`
    await counter.ask(path, { ...owner, form: { ...message('A grumpy one'), intent: 'note' } })
    await counter.ask(path, { ...owner, form: { ...message('An answer'), intent: 'reply' } })
    const data = address.replace('/chat', '/chat.data').replace(/#.*/, '')
    for (const page of [address, `/de${address}`, `${address.split('#')[0]}&all`, data]) {
      const { text } = await counter.ask(page)
      expect(text, page).toContain('An answer')
      expect(text, page).not.toContain('A grumpy one')
    }
    const desk = await counter.ask(path, owner)
    expect(wordsIn(desk.text)).toEqual(['A question', 'A grumpy one', 'An answer'])
  })

  it('of one desk is neither seen nor touched by the owner of another', async () => {
    const { secret } = await counter.begin('For the owner’s eyes')
    const scope = { secretHash: secretHash(secret) }
    const before = await counter.services.tickets.find(scope)
    const path = `/dashboard/tickets?ticket=${before?.number}`
    const seen = await counter.ask(path, neighbour)
    expect(seen.status).toBe(404)
    expect(seen.text).not.toContain('For the owner’s eyes')
    expect(textOf(seen.text)).toContain(
      words.en.tickets.unknown.replace('{{number}}', String(before?.number)),
    )
    for (const intent of ['reply', 'note', 'solve', 'close']) {
      const form = { ...message('Meddling'), intent }
      expect((await counter.ask(path, { ...neighbour, form })).status, intent).toBe(404)
    }
    expect(await counter.services.tickets.find(scope)).toEqual(before)
    expect(await messagesOf(secret)).toHaveLength(1)
  })

  it('tells how it stands and whether somebody is there', async () => {
    const { address, secret } = await counter.begin('How does it stand?')
    const ticket = await counter.services.tickets.find({ secretHash: secretHash(secret) })
    const path = `/dashboard/tickets?ticket=${ticket?.number}`
    const read = async () => textOf((await counter.ask(address)).text)
    counter.clock.forward(3_600_000)
    expect(await read()).toContain(atCounter.away)
    const form = { ...message('Like this'), intent: 'reply' }
    const { location } = await counter.ask(path, { ...owner, form })
    await counter.ask(location, owner)
    expect(await read()).toMatch(
      new RegExp(`${chat.waiting}.*${atCounter.here}.*${thread.seen}`, 's'),
    )
    await counter.ask(path, { ...owner, form: { intent: 'solve' } })
    expect(await read()).toContain(chat.doneHint)
  })
})
