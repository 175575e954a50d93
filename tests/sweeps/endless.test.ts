import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '~/config'
import { ownBuckets, type RateLimitName, type Sender } from '~/domain/limits/rate-limits'
import { languages } from '~/domain/text/languages'
import { moveTicket } from '~/domain/tickets/conversations'
import { longestMessage } from '~/domain/tickets/messages'
import { replyAddress } from '~/http/links/mail-addresses.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { field, languageOf, textOf } from '../support/html'
import { letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import { pathsOfRoutes } from '../support/stranger'
import {
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'
import { formWith, written } from '../support/uploads'

let server: TestServer
let senders = 0
let reads = 0
let secondsPerLetter = 0

beforeAll(async () => {
  server = await openTestServer({
    environment: {
      TRUST_PROXY: '1',
      FORM_SECONDS: '0',
      MAIL_IN: 'smtp://127.0.0.1:0',
      MAIL_IN_DOMAIN: 'in.example.com',
    },
    limited: withLimits,
    arrange: countingReads,
  })
  // Of several desks the oldest is the site's.
  await server.signUp()
})

afterAll(() => server.close())

function countingReads(services: Services): Services {
  const { letterReader, ...others } = withOwnDns(services)
  const read: typeof letterReader.read = (raw, envelope, took, subnet) => {
    reads += 1
    return letterReader.read(raw, envelope, () => took?.(secondsPerLetter), subnet)
  }
  return { ...others, letterReader: { ...letterReader, read } }
}

/** An address in a subnet of its own that has sent nothing yet. */
function newcomer(): string {
  senders += 1
  return `198.${18 + (senders >> 8)}.${senders & 255}.7`
}

function ask(from: string, path: string, form?: Record<string, string>, cookie = '') {
  return server.ask(path, { form, cookie, headers: { 'X-Forwarded-For': from } })
}

/** Takes all that a sender has left of a limit. */
async function useUp(name: RateLimitName, who: Sender, most: number) {
  const wait = await server.services.rateLimits.consume(
    ownBuckets(name, who, most),
    server.clock.now,
  )
  expect(wait).toBe(0)
}

/** Takes all room for text that a sender has left. */
async function drain(who: Sender) {
  const { rateLimits } = server.services
  for (let pieces = 256; pieces >= 1; pieces /= 2) {
    const take = () => rateLimits.consume(ownBuckets('text', who, pieces), server.clock.now)
    while ((await take()) === 0);
  }
}

const longest = '€'.repeat(longestMessage)
const tooMuch = (text: string, language: (typeof languages)[number]) => {
  const { wait } = words[language].errors.errors
  const sentences = [wait.seconds_other, wait.minutes_other, wait.hours_other, wait.hours_one]
  return sentences.some((sentence) => {
    const [before = '', after = ''] = sentence.split('{{count}}')
    return textOf(text).includes(before) && textOf(text).includes(after)
  })
}

describe.each(languages)('whoever never stops, in %s,', (language) => {
  let owner: Owner
  let chat: string

  beforeAll(async () => {
    owner = await server.signUp()
    chat = `${localizedPath('/chat', language)}?desk=${owner.desk.publicKey}`
  })

  it('is refused with the text of a first message, while others get through', async () => {
    const from = newcomer()
    const send = (address: string) =>
      ask(address, chat, { key: randomUUID(), body: longest, homepage: 'trap' })
    const statuses = new Map<number, number>()
    for (let times = 0; times < 120; times += 1) {
      const { status } = await send(from)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // Three pieces each: of 12 as a newcomer and of 300 within the hour.
    expect(statuses).toEqual(
      new Map([
        [303, 104],
        [429, 16],
      ]),
    )
    const refused = await send(from)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(languageOf(refused.text)).toBe(language)
    expect(field(refused.text, 'body')).toMatchObject({ value: longest, invalid: true })
    expect(tooMuch(refused.text, language)).toBe(true)
    const other = await ask(newcomer(), chat, { key: randomUUID(), body: 'Do you bake rye?' })
    expect(other.status).toBe(303)
  })

  it('comes from everywhere and finds an end, while newcomers get through and the owner reads it', async () => {
    const list = localizedPath('/dashboard/tickets', language)
    const said = () => ask('192.0.2.1', list, undefined, owner.cookie)
    const [sentence = ''] = words[language].history.noRoom_other.split('{{count}}')
    expect(textOf((await said()).text)).not.toContain(sentence)
    const left = server.services.rateLimits
    const crowd = { account: `crowd ${owner.desk.id}` }
    for (let piece = 4_096; piece >= 1; piece /= 2) {
      while ((await left.consume(ownBuckets('text', crowd, piece), server.clock.now)) === 0);
    }
    const from = newcomer()
    const begin = (body: string) => ask(from, chat, { key: randomUUID(), body })
    for (let times = 0; times < 12; times += 1) {
      expect((await begin(`Hello ${times}`)).status).toBe(303)
    }
    const refused = await begin('Hello once more')
    expect(refused.status).toBe(429)
    expect(field(refused.text, 'body').value).toBe('Hello once more')
    expect(textOf((await said()).text)).toContain(sentence)
    expect((await ask(newcomer(), chat, { key: randomUUID(), body: 'Hello' })).status).toBe(303)
  })

  it('gets a further message back until the owner has answered', async () => {
    const from = newcomer()
    const begun = await ask(from, chat, { key: randomUUID(), body: 'Hello' })
    const path = begun.location.replace(/#.*/, '')
    await useUp('text', { address: `crowd ${from}` }, 300)
    await useUp('newcomers', { account: `${owner.desk.id} ${from.replace(/7$/, '0/24')}` }, 11)
    const add = (body: string) => ask(from, path, { key: randomUUID(), body })
    const refused = await add('Is anybody there?')
    expect(refused.status).toBe(429)
    expect(field(refused.text, 'body').value).toBe('Is anybody there?')
    const secret = new URL(begun.location, server.origin).searchParams.get('t') ?? ''
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const thread = `/dashboard/tickets?ticket=${ticket?.number}`
    const answer = { key: randomUUID(), intent: 'reply', body: 'Yes' }
    expect((await ask('192.0.2.1', thread, answer, owner.cookie)).status).toBe(303)
    expect((await add('Is anybody there?')).status).toBe(303)
  })

  it('gets feedback back', async () => {
    const from = newcomer()
    await useUp('text', { address: `crowd ${from}` }, 300)
    await useUp('newcomers', { account: `${owner.desk.id} ${from.replace(/7$/, '0/24')}` }, 12)
    const opinion = { key: randomUUID(), intent: 'tell', rating: '2', comment: 'It was cold.' }
    const refused = await ask(from, `${chat}&feedback=1`, opinion)
    expect(refused.status).toBe(429)
    expect(field(refused.text, 'comment').value).toBe('It was cold.')
    expect(tooMuch(refused.text, language)).toBe(true)
    expect((await ask(newcomer(), `${chat}&feedback=1`, opinion)).status).toBe(303)
  })

  it('gets declarations back, both of them', async () => {
    const from = newcomer()
    // The same in both languages would be one.
    const contract = `Order 1002 (${language})`
    const person = { name: 'Ada', contract, email: 'ada@example.com' }
    const cancel = localizedPath('/withdrawal?cancel', language)
    const termination = { ...person, cause: 'important', reason: 'I am moving.' }
    const withdraw = localizedPath('/withdrawal?withdraw', language)
    const step = await ask(from, withdraw, person)
    await useUp('text', { address: `declaration ${from}` }, 300)
    const refused = await ask(from, cancel, termination)
    expect(refused.status).toBe(429)
    expect(field(refused.text, 'reason').value).toBe('I am moving.')
    expect(tooMuch(refused.text, language)).toBe(true)
    const confirm = await ask(from, step.location, {})
    expect(confirm.status).toBe(429)
    expect(tooMuch(confirm.text, language)).toBe(true)
    expect(textOf(confirm.text)).toContain('Order 1002')
    expect((await ask(newcomer(), cancel, termination)).status).toBe(303)
  })

  it('gets the first answer for a form that was taken before its room was full', async () => {
    const from = newcomer()
    const opinion = { key: randomUUID(), intent: 'tell', rating: '2', comment: 'It was cold.' }
    const person = { name: 'Ada', contract: 'Order 1002', email: 'ada@example.com' }
    const declared = { ...person, cause: 'important', reason: 'I am moving.' }
    const begun = await ask(from, chat, { key: randomUUID(), body: 'Hello' })
    const secret = new URL(begun.location, server.origin).searchParams.get('t') ?? ''
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    const closed = { deskId: owner.desk.id, number: ticket?.number ?? 0 }
    await moveTicket(server.services, closed, 'close', server.clock.now)
    const forms: [string, Record<string, string>][] = [
      [`${chat}&feedback=1`, opinion],
      [localizedPath('/withdrawal?cancel', language), declared],
      [chat, { key: randomUUID(), body: 'Do you bake rye?' }],
      [begun.location.replace(/#.*/, ''), { key: randomUUID(), body: 'Hello again' }],
    ]
    const send = () => Promise.all(forms.map(([path, form]) => ask(from, path, form)))
    const first = await send()
    for (const account of ['newcomer', 'crowd', 'declaration'])
      await drain({ address: `${account} ${from}` })
    const again = await send()
    expect(again.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    // A receipt's address is sealed anew.
    const places = (replies: typeof first) =>
      replies.map(({ location }) => location.replace(/receipt=.*/, 'receipt'))
    expect(places(again)).toEqual(places(first))
    const other = await ask(from, chat, { key: randomUUID(), body: 'Another' })
    expect(other.status).toBe(429)
  })

  it('gets a message without its file back', async () => {
    const from = newcomer()
    await useUp('upload', { address: ` ${from}` }, 50)
    const body = formWith(written('Here is the plan'), [{ name: 'plan.txt', bytes: 'Plan' }])
    const headers = { Origin: server.origin, 'X-Forwarded-For': from }
    const refused = await fetch(server.origin + chat, { method: 'POST', headers, body })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('3600')
    const text = await refused.text()
    expect(field(text, 'body').value).toBe('Here is the plan')
    expect(textOf(text)).toContain('plan.txt')
  })

  it('is told so by every form, whoever is signed in', async () => {
    const from = newcomer()
    await useUp('form', { address: ` ${from}` }, 3_000)
    const refused: string[] = []
    for (const path of pathsOfRoutes().actions) {
      const shown = localizedPath(path, language)
      const { status, headers, text } = await ask(from, shown, { body: 'Hello' }, owner.cookie)
      // To the page, to its present address, to the room of somebody else, or to no page: nothing is taken there.
      if ([303, 308, 404, 405].includes(status)) continue
      // A text without a form, what takes tokens, as often as one may sign in, and what takes signatures.
      if (['/withdrawal', '/session', '/payments/stripe'].includes(path)) continue
      refused.push(path)
      expect(status, path).toBe(429)
      expect(headers.get('Retry-After'), path).toBe('3600')
      expect(tooMuch(text, language), path).toBe(true)
    }
    expect(refused.length).toBeGreaterThan(15)
    const out = await ask(from, '/logout', {}, owner.cookie)
    expect(out.status).toBe(303)
  })
})

describe('whoever never stops sending e-mails', () => {
  let owner: Owner

  beforeAll(async () => {
    owner = await server.signUp()
  })

  async function send(text: string, place: string, to = owner.desk.publicKey): Promise<string> {
    const from = newEmail()
    const raw = letter({ headers: { From: from, 'Message-ID': `<${newEmail()}>` }, text })
    const envelope = { raw, from, to: [`${to}@in.example.com`], place }
    return (await sendBySmtp(server.smtpPort ?? 0, envelope)).at(-1) ?? ''
  }

  it('takes room for what is stored of long ones, and of one place only as much as by forms', async () => {
    const long = 'Cups and bells. '.repeat(100_000)
    for (let times = 0; times < 15; times += 1) {
      expect(await send(`${times} ${long}`, '127.0.7.1')).toBe('250 2.0.0 Taken')
    }
    expect(await send('Hello', '127.0.8.1')).toBe('250 2.0.0 Taken')
    await useUp('text', { address: 'crowd 127.0.7.1' }, 300 - 3)
    expect(await send('Once more', '127.0.7.1')).toMatch(/^451 /)
    expect(await send('From elsewhere', '127.0.8.2')).toBe('250 2.0.0 Taken')
  })

  it('is not even read beyond the limit of its place', async () => {
    await useUp('letter', { address: '127.0.10.1' }, 2_000)
    const before = reads
    expect(await send('Hello', '127.0.10.1')).toMatch(/^451 /)
    expect(reads).toBe(before)
  })

  it('is not read any more where those of its place have taken long', async () => {
    secondsPerLetter = 30
    for (let times = 0; times < 20; times += 1)
      expect(await send(`Slow ${times}`, '127.0.11.1')).toBe('250 2.0.0 Taken')
    secondsPerLetter = 0
    const before = reads
    expect(await send('Quick', '127.0.11.1')).toMatch(/^451 /)
    expect(reads).toBe(before)
    expect(await send('From elsewhere', '127.0.12.1')).toBe('250 2.0.0 Taken')
  })

  it('into an answered conversation uses up its own room alone', async () => {
    const begin = async () => {
      const { secret } = await server.begin('Hello', owner.desk.publicKey)
      const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
      if (!ticket) throw new Error('There is no conversation')
      const thread = `/dashboard/tickets?ticket=${ticket.number}`
      const answer = { key: randomUUID(), intent: 'reply', body: 'Yes' }
      expect((await ask('192.0.2.1', thread, answer, owner.cookie)).status).toBe(303)
      const address = replyAddress(server.secrets, 'in.example.com', {
        kind: 'ticket',
        publicKey: owner.desk.publicKey,
        ticketId: ticket.id,
      })
      return { id: ticket.id, to: address.split('@')[0] }
    }
    const [one, other] = [await begin(), await begin()]
    await useUp('text', { address: `conversation ${one.id}` }, 300)
    expect(await send('On and on', '127.0.9.1', one.to)).toMatch(/^451 /)
    expect(await send('Thank you', '127.0.9.1', other.to)).toBe('250 2.0.0 Taken')
  })
})
