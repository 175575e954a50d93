import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replyAsOwner } from '~/domain/tickets/conversations'
import { setVisitor } from '~/domain/tickets/organising'
import { readSplitUndo, rejoinTicket } from '~/domain/tickets/rejoining'
import { splitTicket } from '~/domain/tickets/splitting'
import { formKeyHash } from '~/http/forms/key.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { elements, textOf, wordsIn } from '../support/html'
import { eventNamed, listen } from '../support/listen'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
})
afterAll(() => server.close())

describe('A conversation from which its guest’s message was split off', () => {
  const { en, de } = words
  let path: string
  let remembered: string
  let number: number
  let there: { number: number; address: string; undo: string }

  beforeEach(async () => {
    const form = { key: randomUUID(), body: 'About the kettle', email: 'petra@example.com' }
    const begun = await server.ask('/chat', { form })
    path = begun.location.replace(/#.*/, '')
    remembered = begun.setCookies.find((each) => /conversations=/.test(each))?.split(';')[0] ?? ''
    number =
      (await server.services.tickets.find({ secretHash: secretHash(secretIn(path)) }))?.number ?? 0
    await answer('It whistles')
    await server.ask(path, { form: { key: randomUUID(), body: 'And the cups?' } })
    there = await split(3)
  })

  const secretIn = (address: string) => /t=([\w-]{43})/.exec(address)?.[1] ?? ''

  function answer(body: string, of = number) {
    const writing = { clientKey: randomUUID(), body, locale: 'en' } as const
    return replyAsOwner(
      server.services,
      { deskId: owner.desk.id, number: of },
      writing,
      server.clock.now,
    )
  }

  async function split(seq: number) {
    const startKey = formKeyHash(randomUUID())
    const secret = ticketSecret(server.secrets[0] ?? '', owner.desk.id, startKey)
    const keys = { startKey, secretHash: secretHash(secret) }
    const scope = { deskId: owner.desk.id, number }
    const choice = { seq, later: false }
    const { services, clock } = server
    const result = await splitTicket(services, scope, choice, keys, 'en', clock.now)
    if (result.kind !== 'split') throw new Error(`It was not split: ${result.kind}`)
    return { number: result.target.number, address: `/chat?t=${secret}`, undo: result.undo ?? '' }
  }

  /** The line at the message's place. */
  async function place(address: string, cookie = '') {
    const { text } = await server.ask(address, { cookie })
    const [line] = elements(text, 'li').filter(({ attributes }) => attributes.id === 'm-3')
    const links = elements(text, 'a').map(({ attributes }) => attributes.href ?? '')
    return { text: line?.text, all: text, links }
  }

  it('The place of a split message leads to the new ticket in the browser that began it, in both languages', async () => {
    const english = await place(path, remembered)
    expect(english.text).toBe(`${en.chat.split.moved} ${en.chat.split.open}`)
    expect(english.links).toContain(there.address)
    expect(wordsIn(english.all)).toEqual(['About the kettle', 'It whistles'])
    const german = await place(`/de${path}`, remembered)
    expect(german.text).toBe(`${de.chat.split.moved} ${de.chat.split.open}`)
    expect(german.links).toContain(`/de${there.address}`)
    expect(wordsIn((await server.ask(there.address)).text)).toEqual(['And the cups?'])
  })

  it('The place of a split message gives its link to nobody else, and says that it goes on by e-mail', async () => {
    const other = await server.ask('/chat', { form: { key: randomUUID(), body: 'Something else' } })
    const theirs = other.setCookies.find((each) => /conversations=/.test(each))?.split(';')[0]
    for (const cookie of ['', theirs, owner.cookie]) {
      const { text, all } = await place(path, cookie)
      expect(text).toBe(`${en.chat.split.moved} ${en.chat.split.mailed}`)
      expect(all).not.toContain(secretIn(there.address))
      expect(all).not.toContain('And the cups?')
    }
  })

  it('The place of a split message leads nowhere once the new ticket is another guest’s', async () => {
    const { services, clock } = server
    const scope = { deskId: owner.desk.id, number: there.number }
    await setVisitor(services, scope, { name: 'Otto', email: 'otto@example.com' }, clock.now)
    for (const cookie of ['', remembered]) {
      const { text, all } = await place(path, cookie)
      expect(text).toBe(en.chat.split.moved)
      expect(all).not.toContain(secretIn(there.address))
    }
  })

  it('The place of a split message leads on from the account that keeps the new ticket', async () => {
    const { services } = server
    const guest = await server.signUp()
    await services.tickets.keep(secretHash(secretIn(there.address)), guest.desk.ownerUid)
    expect((await place(path, guest.cookie)).links).toContain(there.address)
    expect((await place(path, owner.cookie)).links).not.toContain(there.address)
  })

  it('The long page without scripts has the line of a split, is loaded again, and has no word of it as news', async () => {
    const { origin, services, clock } = server
    const query = `t=${secretIn(path)}`
    const { text } = await server.ask(`/chat?${query}`)
    expect(elements(text, 'li').some(({ attributes }) => attributes.id === 'new')).toBe(false)
    const count = await server.ask(`/live?${query}&as=count`)
    expect(count.text).not.toContain('2')
    const stream = await listen(`${origin}/live?${query}&lang=en&after=9`)
    expect(await eventNamed(stream, 'resync')).toBeDefined()
    stream.leave()
    const erasure = await server.ask(`/chat?${query}&erase=1`)
    expect(textOf(erasure.text)).toContain(
      en.chat.rights.goneMessages_other.replace('{{count}}', '2'),
    )
    const data = JSON.parse((await server.ask(`/chat/download?${query}&as=json`)).text)
    const [placed] = data.messages.filter(({ kind }: { kind: string }) => kind === 'split')
    expect(placed).toMatchObject({ seq: 3, body: '' })
    const page = await server.ask(`/chat/download?${query}&as=html`)
    expect(textOf(page.text)).toContain(en.chat.split.moved)
    const undo = readSplitUndo(there.undo)
    if (!undo) throw new Error('It cannot be undone')
    await rejoinTicket(services, { deskId: owner.desk.id }, undo, clock.now)
    const back = await server.ask(path, { cookie: remembered })
    expect(wordsIn(back.text)).toEqual(['About the kettle', 'It whistles', 'And the cups?'])
    expect(back.text).not.toContain(en.chat.split.moved)
  })
})
