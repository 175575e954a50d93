import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeAsVisitor, writeFirst } from '~/domain/tickets/conversations'
import { mergeTickets } from '~/domain/tickets/merging'
import { field, newTabsIn, textOf } from '../support/html'
import {
  minute,
  type Owner,
  openTestServer,
  type TestServer,
  verify,
  words,
} from '../support/test-server'
import { cookieNamed, fillCart, openCheckout, order } from '../support/till'
import { mailsIn } from '../support/written-mails'

const page = '/dashboard/tickets/new'

let server: TestServer
let owner: Owner
let stranger: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  stranger = await server.signUp()
})
afterAll(() => server.close())

const many = Array.from({ length: 11 }, (_, at) => `guest-${at}@example.com`).join()

const newKey = () => randomUUID().replaceAll('-', '')

function filled(fields: Record<string, string> = {}) {
  const given = { email: 'vera@example.com', name: 'Vera', language: 'de', body: 'Ist fertig.' }
  return { intent: 'send', key: newKey(), ...given, ...fields }
}

const send = (form: Record<string, string>, cookie = owner.cookie, path = page) =>
  server.ask(path, { cookie, form })

async function ticketAt(location: string) {
  const number = Number(new URL(location, server.origin).searchParams.get('ticket'))
  const ticket = await server.services.tickets.find({ deskId: owner.desk.id, number })
  if (!ticket) throw new Error(`There is no ticket at ${location}`)
  return ticket
}

describe('Writing first', () => {
  it('begins a conversation that waits for its reader, who answers by the link in the e-mail', async () => {
    const email = 'dora@example.com'
    const { status, location } = await send(filled({ email, name: 'Dora' }))
    expect(status).toBe(303)
    expect(await ticketAt(location)).toMatchObject({
      state: 'waiting',
      visitorEmail: email,
      visitorName: 'Dora',
      locale: 'de',
      waitingSince: undefined,
      lastSeq: 1,
      ownerSeenSeq: 1,
    })
    const thread = await server.ask(location, { cookie: owner.cookie })
    expect(textOf(thread.text)).toContain('Ist fertig.')
    expect(textOf(thread.text)).toContain(words.en.history.owner.started)
    expect(textOf(thread.text)).not.toContain(words.en.history.onPage.de)
    // Once its undo ends.
    server.clock.forward(10_000)
    await server.runDue()
    const [letter, ...more] = await mailsIn(server.folder, email)
    expect(more).toEqual([])
    const begun = letter?.headers.map(({ key }) => key) ?? []
    for (const header of ['auto-submitted', 'in-reply-to', 'references'])
      expect(begun).not.toContain(header)
    expect(letter?.text).toMatch(/^Ist fertig\.\n/)
    expect(textOf(letter?.html ?? '')).toContain('und alle Dateien')
    const [link = ''] = /https?:\/\/\S*\/de\/chat\?t=\S+/.exec(letter?.text ?? '') ?? []
    const { pathname, search } = new URL(link)
    const chat = await server.ask(pathname + search)
    expect(textOf(chat.text)).toContain('Ist fertig.')
    const answer = { key: randomUUID(), body: 'Ich komme um vier.' }
    expect((await server.ask(pathname + search, { form: answer })).status).toBe(303)
    expect(await ticketAt(location)).toMatchObject({ state: 'open', lastSeq: 2 })
    const later = { intent: 'reply', key: randomUUID(), body: 'Bis dann.' }
    await server.ask(location, { cookie: owner.cookie, form: later })
    server.clock.forward(10 * 60_000)
    await server.runDue()
    const [, second] = await mailsIn(server.folder, email)
    expect([second?.inReplyTo, second?.references]).toEqual([letter?.messageId, letter?.messageId])
  })

  it('makes the conversation its writer’s where several people answer, and so is an answer to it', async () => {
    const writer = await server.signUp()
    await verify(server.ask, writer.cookie, writer.desk.ownerUid)
    const ticketOf = async (location: string) => {
      const number = Number(new URL(location, server.origin).searchParams.get('ticket'))
      return server.services.tickets.find({ deskId: writer.desk.id, number })
    }
    const alone = await send(filled({ email: 'one@example.com' }), writer.cookie)
    expect((await ticketOf(alone.location))?.assignee).toBeUndefined()
    await server.join(writer.desk, 'colleague')
    const { location } = await send(filled({ email: 'two@example.com' }), writer.cookie)
    const ticket = await ticketOf(location)
    expect(ticket?.assignee).toBe(writer.desk.ownerUid)
    const writing = { clientKey: newKey(), body: 'Bis vier.', locale: 'de' } as const
    await writeAsVisitor(server.services, ticket?.secretHash ?? '', writing, server.clock.now)
    expect(await ticketOf(location)).toMatchObject({
      state: 'open',
      assignee: writer.desk.ownerUid,
    })
  })

  it('keeps its subject above it where its ticket is merged into another', async () => {
    const [email, { services, clock }] = ['otto@example.com', server]
    const written = await send(filled({ email, subject: 'Ihr Tisch' }))
    const other = await send(filled({ email, body: 'Noch etwas.' }))
    const [source, target] = [await ticketAt(written.location), await ticketAt(other.location)]
    const numbers = { source: source.number, target: target.number }
    await mergeTickets(services, { deskId: owner.desk.id }, numbers, clock.now)
    const merged = await server.ask(other.location, { cookie: owner.cookie })
    expect(textOf(merged.text).split('Subject: Ihr Tisch')).toHaveLength(2)
  })

  it('has the subject that was typed, else its first line, and goes to those in copy', async () => {
    const [email, copy] = ['ida@example.com', 'jan@example.com']
    const form = filled({ email, subject: ' Ihr Tisch ', copies: `${copy}; IDA@example.com` })
    const { status, location } = await send(form)
    expect(status).toBe(303)
    expect(await ticketAt(location)).toMatchObject({ title: 'Ihr Tisch' })
    const thread = await server.ask(location, { cookie: owner.cookie })
    expect(textOf(thread.text)).toContain('Subject: Ihr Tisch')
    const list = await server.ask('/dashboard/tickets?state=waiting', { cookie: owner.cookie })
    expect(textOf(list.text)).toContain('· Ihr Tisch')
    const ute = await send(
      filled({ email: 'ute@example.com', body: '\n***\nIst fertig. Ja!\n\nBis dann' }),
    )
    for (const _ of [1, 2]) {
      server.clock.forward(3 * minute)
      await server.runDue()
    }
    const [letter, ...more] = await mailsIn(server.folder, email)
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Ihr Tisch')
    const [link = ''] = /https?:\/\/\S*\/de\/chat\?t=\S+/.exec(letter?.text ?? '') ?? []
    const { pathname, search } = new URL(link)
    expect(textOf((await server.ask(pathname + search)).text)).toContain('Betreff: Ihr Tisch')
    expect(letter?.text).toContain(`Auch an ${copy}`)
    const [copied] = await mailsIn(server.folder, copy)
    expect(copied?.subject).toBe('Ihr Tisch')
    expect(copied?.text).toMatch(/^Ist fertig\.\n/)
    expect(copied?.text).toMatch(/ging von .+ an Vera, Sie erhalten sie in Kopie/)
    expect(copied?.text).not.toContain('/chat?t=')
    expect(await ticketAt(ute.location)).toMatchObject({ title: 'Ist fertig. Ja!' })
    expect((await mailsIn(server.folder, 'ute@example.com'))[0]?.subject).toBe('Ist fertig. Ja!')
  })

  it('has nobody in copy who has unsubscribed', async () => {
    const { location } = await send(filled({ email: 'leo@example.com' }))
    await server.services.mails.setStopped((await ticketAt(location)).id, true, server.clock.now)
    const form = filled({ copies: 'leo@example.com', body: 'Kept as typed' })
    const { status, text } = await send(form)
    expect(status).toBe(409)
    expect(text).toContain('id="copies-error"')
    expect(textOf(text)).toContain('leo@example.com has unsubscribed')
  })

  it('counts as no first answer: nobody waited for it', async () => {
    const { desk } = await server.signUp()
    const start = { body: 'Hello', locale: 'en', name: '', email: 'eve@example.com' } as const
    const key = { deskId: desk.id, startKey: 'first', secretHash: 'hash of the first' }
    await writeFirst(server.services, { ...key, ...start }, server.clock.now)
    expect(await server.services.desks.medianFirstReply(desk.id, new Date(0))).toBeUndefined()
  })

  it('is done once a key, and refuses the key for other words', async () => {
    const form = filled({ email: 'once@example.com' })
    const first = await send(form)
    const again = await send(form)
    expect([first.status, again.status]).toEqual([303, 303])
    expect(again.location).toBe(first.location)
    const other = await send({ ...form, body: 'Something else' })
    expect(other.status).toBe(409)
    expect(textOf(other.text)).toContain('Something else')
    const own = await server.services.tickets.listOfVisitor(owner.desk.id, form.email, 5)
    expect(own).toHaveLength(1)
  })

  it.each([
    ['no address', { email: '' }, 'email'],
    ['half an address', { email: 'vera@' }, 'email'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email'],
    ['a line break in the address', { email: 'a@example.com\nBcc: b@example.com' }, 'email'],
    ['no words', { body: ' \n ' }, 'body'],
    ['too many words', { body: 'x'.repeat(4_001) }, 'body'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
    ['a subject of 81 characters', { subject: 'x'.repeat(81) }, 'subject'],
    ['half an address in copy', { copies: 'bob@example.com, eve@' }, 'copies'],
    ['eleven in copy', { copies: many }, 'copies'],
  ])(
    'takes %s for an error beside the field, and keeps what was typed',
    async (_, fields, name) => {
      const form = filled({ body: 'Kept as typed', ...fields })
      const { status, text } = await send(form)
      expect(status).toBe(400)
      expect(text).toContain(`id="${name}-error"`)
      if (!('body' in fields)) expect(textOf(text)).toContain('Kept as typed')
    },
  )

  it('names all errors at once, each beside its field', async () => {
    const form = filled({ email: '', body: ' ', copies: 'eve@', subject: 'x'.repeat(81) })
    const { status, text } = await send(form)
    expect(status).toBe(400)
    const wrong = [...text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)
    expect(wrong).toEqual(['email', 'copies', 'subject', 'body'])
    expect(text).toMatch(/<details open="">(?:(?!<\/details>).)*id="copies-error"/s)
  })

  it('names the guest and the one in copy at once where both have unsubscribed', async () => {
    for (const email of ['mia@example.com', 'tom@example.com']) {
      const ticket = await ticketAt((await send(filled({ email }))).location)
      await server.services.mails.setStopped(ticket.id, true, server.clock.now)
    }
    const { text } = await send(filled({ email: 'mia@example.com', copies: 'tom@example.com' }))
    const wrong = [...text.matchAll(/id="(\w+)-error"/g)].map(([, name]) => name)
    expect(wrong).toEqual(['email', 'copies'])
  })

  it('has the name and the language that its address is known with, where neither is typed', async () => {
    const email = 'noor@example.com'
    await send(filled({ email, name: 'Noor', language: 'de' }))
    const known = await send(filled({ email: 'NOOR@example.com', name: '', language: '' }))
    const as = { visitorName: 'Noor', locale: 'de' }
    expect(await ticketAt(known.location)).toMatchObject(as)
    const typed = await send(filled({ email, name: 'N. Haddad', language: 'en' }))
    expect(await ticketAt(typed.location)).toMatchObject({ visitorName: 'N. Haddad', locale: 'en' })
    const stranger = filled({ email: 'new@example.com', name: '', language: '' })
    const unknown = await send(stranger, owner.cookie, `/de${page}`)
    expect(await ticketAt(unknown.location)).toMatchObject({ visitorName: '', locale: 'de' })
  })

  it('offers each address that the desk knows once, with its name, and none of another desk’s', async () => {
    for (const name of ['Pia', '']) await send(filled({ email: 'pia@example.com', name }))
    const { text } = await server.ask(page, { cookie: owner.cookie })
    expect(text.match(/<option value="pia@example.com">Pia<\/option>/g)).toHaveLength(1)
    expect((await server.ask(page, { cookie: stranger.cookie })).text).not.toContain('pia@')
  })

  it('takes a language that is not spoken for an incomplete form', async () => {
    const { status, text } = await send(filled({ language: 'xx' }))
    expect(status).toBe(400)
    expect(textOf(text)).toContain(words.en.errors.form.key)
    expect(textOf(text)).toContain('Ist fertig.')
  })

  it('waits for an owner whose own address is confirmed', async () => {
    const { status, text } = await send(filled(), stranger.cookie)
    expect(status).toBe(403)
    expect(textOf(text)).toContain(words.en.write.unverified)
    expect(textOf(text)).toContain('Ist fertig.')
    expect(newTabsIn(text)).toContain('/verify-email')
    expect(
      await server.services.tickets.listOfVisitor(stranger.desk.id, 'vera@example.com', 5),
    ).toEqual([])
  })

  it('does not write to an address that has unsubscribed from this desk', async () => {
    const email = 'enough@example.com'
    const ticket = await ticketAt((await send(filled({ email }))).location)
    await server.services.mails.setStopped(ticket.id, true, server.clock.now)
    const { status, text } = await send(filled({ email: 'Enough@example.com' }))
    expect(status).toBe(409)
    expect(textOf(text)).toContain(words.en.write.unsubscribed)
  })

  it('knows whom a ticket or an order is of, for their own desk alone', async () => {
    const { services } = server
    await server.ask('/chat', {
      form: { key: randomUUID(), body: 'Hallo', email: 'ben@example.com', name: 'Ben' },
    })
    const [ben] = await services.tickets.listOfVisitor(owner.desk.id, 'ben@example.com', 1)
    const cart = await fillCart(server, { 'house-coffee': 1 })
    await order(server, cart, await openCheckout(server, cart))
    const [placed] = (await services.orders.list('all', 1)).orders
    for (const [query, email] of [
      [`ticket=${ben?.number}`, 'ben@example.com'],
      [`order=${placed?.number}`, placed?.email],
    ] as const) {
      const own = await server.ask(`${page}?${query}`, { cookie: owner.cookie })
      expect(field(own.text, 'email').value).toBe(email)
      const foreign = await server.ask(`${page}?${query}`, { cookie: stranger.cookie })
      expect(foreign.status).toBe(200)
      expect(foreign.text).not.toContain(email)
    }
    // The words are the customer's, whose language is not that of the page.
    const english = await server.ask(`${page}?order=${placed?.number}`, { cookie: owner.cookie })
    expect(english.text).toContain(`>Ihre Bestellung Nr. ${placed?.number}: </textarea>`)
    for (const query of [
      'ticket=0',
      'ticket=99999999999',
      'order=-1',
      'order=x',
      'ticket=1&ticket=2',
    ]) {
      expect((await server.ask(`${page}?${query}`, { cookie: owner.cookie })).status).toBe(200)
    }
  })

  /** Sends the form; returns what undoes it, from the page that it leads to. */
  async function sendFor(fields: Record<string, string>) {
    const sent = await send(filled(fields))
    const cookie = `${owner.cookie}; ${cookieNamed(sent, 'flash')}`
    const { text } = await server.ask(sent.location, { cookie })
    return { ...sent, undo: field(text, 'undo').value ?? '' }
  }

  async function undone(undo: string, fields: Record<string, string> = {}) {
    return server.ask(page, {
      cookie: owner.cookie,
      form: { intent: 'undo', undo, ...fields },
    })
  }

  it('is taken back within its seconds: no ticket, no letter, and the words are in the form', async () => {
    const [email, copy] = ['ines@example.com', 'olaf@example.com']
    const form = { email, name: 'Ines', copies: copy, subject: 'Ihr Tisch' }
    const { undo } = await sendFor(form)
    const { status, text } = await undone(undo)
    expect(status).toBe(200)
    expect(textOf(text)).toContain(words.en.notices.messageTakenBack)
    const names = ['email', 'name', 'copies', 'subject']
    const values = [email, 'Ines', copy, 'Ihr Tisch']
    expect(names.map((name) => field(text, name).value)).toEqual(values)
    expect(textOf(text)).toContain('Ist fertig.')
    expect(text).toContain('<option value="de" lang="de" selected="">')
    expect(await server.services.tickets.listOfVisitor(owner.desk.id, email, 5)).toEqual([])
    server.clock.forward(3 * minute)
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual([])
    expect(await mailsIn(server.folder, copy)).toEqual([])
    const again = await undone(undo)
    expect(again.status).toBe(409)
    expect(textOf(again.text)).toContain(words.en.write.errors.gone)
    const key = field(text, 'key').value ?? ''
    expect((await send(filled({ ...form, key }))).status).toBe(303)
  })

  it('taken back comes above what is being written by then', async () => {
    const { undo } = await sendFor({ email: 'rosa@example.com' })
    const { text } = await undone(undo, { body: 'Another', email: 'emil@example.com' })
    expect(field(text, 'email').value).toBe('emil@example.com')
    expect(textOf(text)).toContain('Ist fertig.\n\nAnother')
  })

  it('stays once its letter has left', async () => {
    const { location, undo } = await sendFor({ email: 'paul@example.com' })
    server.clock.forward(10_000)
    await server.runDue()
    const { status, text } = await undone(undo)
    expect(status).toBe(409)
    expect(textOf(text)).toContain(words.en.write.errors.left)
    expect((await ticketAt(location)).lastSeq).toBe(1)
  })

  it('leads who is not signed in to the login page, and speaks German', async () => {
    expect((await server.ask(page)).location).toContain('/login?redirect=')
    const german = await server.ask(`/de${page}`, { cookie: owner.cookie })
    expect(textOf(german.text)).toContain(words.de.write.heading)
  })
})
