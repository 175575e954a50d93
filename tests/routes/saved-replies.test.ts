import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freeLimits } from '~/domain/desks/entitlements'
import { secretHash } from '~/http/links/ticket-link.server'
import { elements, field, linksIn, newTabsIn, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { offerPlans } from '../support/till'

const path = '/dashboard/settings/replies'
const newMessage = '/dashboard/tickets/new'
const { replies: repliesWords, errors, tickets } = words.en

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  owner = await server.signUp()
})

/** Presses a button of the section. */
function press(intent: string, form: Record<string, string>, as = owner) {
  return server.ask(path, { ...as, form: { intent, key: randomUUID(), ...form } })
}

function add(shortcut: string, textEn = 'Hello {visitor}', textDe = '') {
  return press('add-reply', { shortcut, textEn, textDe })
}

const replies = (of = owner) => server.services.savedReplies.list(of.desk.id)

describe('saved replies', () => {
  it('are found from the settings, added, changed and deleted', async () => {
    const settings = await server.ask('/dashboard/settings', owner)
    expect(linksIn(settings.text)).toContain(path)

    expect(await add('/Hello')).toMatchObject({ status: 303, location: path })
    const page = await server.ask(path, owner)
    expect(textOf(page.text)).toMatch(/\/hello.*Hello \{visitor\}/s)
    const link = linksIn(page.text).find((href) => href.includes('reply=')) ?? ''
    const one = await server.ask(link, owner)
    expect(field(one.text, 'shortcut').value).toBe('hello')
    expect(field(one.text, 'textEn').value).toBe('Hello {visitor}')

    const reply = field(one.text, 'reply').value
    const changed = { reply, shortcut: 'hi', textEn: '', textDe: 'Guten Tag' }
    expect((await press('change-reply', changed)).status).toBe(303)
    expect(await replies()).toMatchObject([{ shortcut: 'hi', text: { de: 'Guten Tag' } }])
    expect((await press('remove-reply', { reply })).status).toBe(303)
    expect(await replies()).toEqual([])
    const gone = await press('change-reply', changed)
    expect(gone.status).toBe(404)
    expect(field(gone.text, 'textDe').value).toBe('Guten Tag')
  })

  it('are added once a key, and other words under it are told apart', async () => {
    const form = { key: randomUUID(), shortcut: 'bye', textEn: 'Bye' }
    const all = await Promise.all([1, 2, 3].map(() => press('add-reply', form)))
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await replies()).toHaveLength(1)
    const other = await press('add-reply', { ...form, shortcut: 'ciao' })
    expect(other.status).toBe(409)
    expect(textOf(other.text)).toContain(repliesWords.errors.sentBefore)
    expect(field(other.text, 'shortcut').value).toBe('ciao')
    expect(field(other.text, 'key').value).not.toBe(form.key)
  })

  it.each([
    ['without a shortcut', { textEn: 'Hi' }, 'shortcut', repliesWords.errors.shortcut],
    [
      'with blanks in it',
      { shortcut: 'a b', textEn: 'Hi' },
      'shortcut',
      repliesWords.errors.shortcut,
    ],
    ['without a text', { shortcut: 'hi' }, 'textEn', repliesWords.errors.text],
    ['too long', { shortcut: 'hi', textDe: 'a'.repeat(4_001) }, 'textDe', errors.message.long],
  ])('%s are refused beside the field', async (_name, form, name, sentence) => {
    const { status, text } = await press('add-reply', form)
    expect(status).toBe(400)
    const bad = field(text, name)
    expect(bad).toMatchObject({ invalid: true, focused: true })
    expect(bad.described).toContain(sentence)
    for (const [typed, value] of Object.entries(form)) expect(field(text, typed).value).toBe(value)
  })

  it('have a shortcut of their own', async () => {
    await add('bye')
    const { status, text } = await add('BYE', 'Something else')
    expect(status).toBe(409)
    expect(field(text, 'shortcut').described).toContain(repliesWords.errors.taken)
    expect(field(text, 'textEn').value).toBe('Something else')
  })

  it('are no more than fit', async () => {
    await offerPlans(server.services)
    const now = server.clock.now
    for (let index = 0; index < freeLimits.savedReplies; index += 1) {
      const name = `reply-${index}-${owner.desk.id}`
      const reply = { id: name, deskId: owner.desk.id, createKey: name, shortcut: `r-${index}` }
      const rest = { text: { en: 'Hi' }, createdAt: now, updatedAt: now }
      await server.services.savedReplies.add({ ...reply, ...rest }, freeLimits.savedReplies)
    }
    const { status, text } = await add('one-more')
    expect(status).toBe(409)
    expect(textOf(text)).toContain('includes 20 saved replies. The plan “Desk Plus”')
    expect(newTabsIn(text)).toContain(path)
  })

  it('are nobody else’s', async () => {
    await add('mine')
    const [reply = { id: '' }] = await replies()
    const other = await server.signUp()
    const address = `${path}?reply=${reply.id}`
    expect((await server.ask(address, other)).text).not.toContain('Hello {visitor}')
    const change = { reply: reply.id, shortcut: 'theirs', textEn: 'Ha' }
    expect((await press('change-reply', change, other)).status).toBe(404)
    expect((await press('remove-reply', { reply: reply.id }, other)).status).toBe(303)
    expect(await replies()).toMatchObject([{ shortcut: 'mine' }])
  })
})

describe('in an answer', () => {
  /** A ticket whose visitor writes in a language; answers its address. */
  async function begin(language: 'en' | 'de', name: string) {
    const address = `${language === 'de' ? '/de' : ''}/chat?desk=${owner.desk.publicKey}`
    const form = { key: randomUUID(), body: 'Hm?', name }
    const { location } = await server.ask(address, { form })
    const secret = new URL(location, server.origin).searchParams.get('t') ?? ''
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    return `/dashboard/tickets?ticket=${ticket?.number}`
  }

  async function insert(at: string, shortcut: string, body: string, typed = {}) {
    const saved = (await replies()).find((each) => each.shortcut === shortcut)?.id ?? 'none'
    const form = { ...typed, key: randomUUID(), body, saved }
    return { form, ...(await server.ask(at, { ...owner, form })) }
  }

  it('a saved reply goes to the end of what was typed, in the visitor’s language', async () => {
    await add('hello', 'Hello {visitor}, number {ticket}.', 'Guten Tag {visitor}, Nummer {ticket}.')
    const english = await insert(await begin('en', 'Ann'), 'hello', 'First this.')
    expect(english.status).toBe(200)
    expect(field(english.text, 'body').value).toBe('First this.\n\nHello Ann, number 1.')
    expect(field(english.text, 'key').value).toBe(english.form.key)
    const german = await insert(await begin('de', ''), 'hello', '')
    expect(field(german.text, 'body').value).toBe('Guten Tag, Nummer 2.')
  })

  it('it is there in the other language when there is no other, and the page says so', async () => {
    await add('bye', 'Bye')
    const ticket = await begin('de', 'Ann')
    const page = await server.ask(ticket, owner)
    const button = elements(page.text, 'button').find(({ text }) => text.startsWith('/bye'))
    expect(button?.text).toContain(words.en.saved.onlyIn.replace('{{language}}', 'English'))
    expect(button?.text).toContain('Bye')
    const { text } = await insert(ticket, 'bye', '')
    expect(field(text, 'body').value).toBe('Bye')
    expect(textOf(text)).toContain('You answer in German; this text exists only in English.')
  })

  it('it goes into a new message, too, which says what its letter has at its end', async () => {
    await add('hello', 'Hello {visitor}, ticket {ticket}.', 'Guten Tag {visitor}.')
    const signed = { intent: 'save-signature', signatureEn: 'Ada\nRoastery', signatureDe: '' }
    await server.ask('/dashboard/settings/signature', { ...owner, form: signed })
    const { text } = await server.ask(newMessage, owner)
    expect(elements(text, 'button').some((each) => each.text.startsWith('/hello'))).toBe(true)
    expect(textOf(text)).toContain('Signature: Ada / Roastery')
    const typed = { email: 'vera@example.com', name: 'Vera', subject: 'Table', language: '' }
    const english = await insert(newMessage, 'hello', 'First this.', typed)
    expect(english.status).toBe(200)
    expect(field(english.text, 'body').value).toBe('First this.\n\nHello Vera, ticket.')
    expect(field(english.text, 'email').value).toBe(typed.email)
    const german = await insert(newMessage, 'hello', '', { ...typed, language: 'de' })
    expect(field(german.text, 'body').value).toBe('Guten Tag Vera.')
    expect(await server.services.tickets.count(owner.desk.id)).toMatchObject({ waiting: 0 })
  })

  it('one that is not there leaves the text as it was', async () => {
    await add('bye', 'Bye')
    const { status, text } = await insert(await begin('en', 'Ann'), 'nothing', 'Typed')
    expect(status).toBe(404)
    expect(field(text, 'body').value).toBe('Typed')
    expect(textOf(text)).toContain(tickets.errors.replyGone)
  })
})
