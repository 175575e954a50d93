import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFileStore } from '~/adapters/disk/files.server'
import { createRateLimitStore } from '~/adapters/in-process/rate-limits.server'
import { createPictureEncoder } from '~/adapters/sharp/pictures.server'
import type { Desk } from '~/domain/desks/desks'
import { takeMail, togetherOf } from '~/domain/mail-in/intake'
import type { MailIn } from '~/domain/mail-in/ports'
import type { Stores } from '~/domain/stores'
import { replyAsOwner } from '~/domain/tickets/conversations'
import type { Ticket } from '~/domain/tickets/tickets'
import { deskAddress, replyAddress } from '~/http/links/mail-addresses.server'
import { createMailTokens } from '~/http/links/mail-tokens.server'
import { ticketMessageId } from '~/http/links/message-id.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import { exampleAccount, exampleDesk } from '../../contracts/examples'
import { temporaryFolder } from '../../support/app'
import { file, letter } from '../../support/letters'
import { letterReader } from '../../support/mail-in'

const secrets = ['a secret of the server that is long enough']
const domain = 'in.example.com'

let stores: Stores
let mailIn: MailIn
/** The site's. */
let desk: Desk
let neighbour: Desk

beforeAll(async () => {
  stores = await openTemporaryStores()
  const open = async (name: string) => {
    await stores.accounts.save(exampleAccount(name))
    return stores.desks.ensure(exampleDesk(name))
  }
  desk = await open('mara')
  neighbour = await open('nora')
  await stores.siteClaim.replace(undefined, desk.id)
  mailIn = {
    ports: {
      ...stores,
      files: createFileStore(join(temporaryFolder(), 'files')),
      letterReader,
      live: { publish() {}, subscribe: async () => () => undefined, revision: () => '' },
      pictures: createPictureEncoder(),
      rateLimits: createRateLimitStore(),
    },
    tokens: createMailTokens(secrets),
    settings: {
      domain,
      addresses: ['tresen@example.com'],
      host: 'counter.example',
      spamHeaders: ['x-spam-flag', 'authentication-results=mx.own.example'],
    },
    now: () => now,
  }
})
afterAll(() => stores.close())

const now = new Date('2026-03-04T11:00:00Z')

const addressOf = ({ publicKey }: Desk) => deskAddress(publicKey, domain)

/** As a server of guest.example hands it over, whose domain vouches for no other return path. */
function take(raw: string, to = [addressOf(desk)], from = 'mx@guest.example') {
  const bytes = new Uint8Array(Buffer.from(raw))
  return takeMail(mailIn, bytes.buffer, { from, to, ip: '127.0.0.1' })
}

let guests = 0
const newGuest = () => `guest-${++guests}@guest.example`

const by = (from: string, headers: Record<string, string> = {}) => ({
  From: `Ada <${from}>`,
  'Message-ID': `<${++guests}@guest.example>`,
  ...headers,
})

async function ticketsOf(email: string, { id } = desk): Promise<Ticket[]> {
  const all = await stores.tickets.listAll(id, 0, 1_000)
  return all.filter(({ visitorEmail }) => visitorEmail === email)
}

async function ticketOf(email: string, at = desk): Promise<Ticket> {
  const [ticket, ...others] = await ticketsOf(email, at)
  if (!ticket || others.length > 0) throw new Error(`${others.length} others of ${email}`)
  return ticket
}

const messagesOf = (ticket: Ticket) => stores.tickets.messages(ticket, 0, 9)
const bodiesOf = async (ticket: Ticket) => (await messagesOf(ticket)).map(({ body }) => body)

/** A conversation that its guest began by e-mail and the desk has answered. */
async function answered() {
  const email = newGuest()
  const headers = by(email)
  await take(letter({ headers, text: 'May I come?' }))
  const { id, deskId, number } = await ticketOf(email)
  const said = { clientKey: id, body: 'At nine.', locale: 'en' } as const
  await replyAsOwner(mailIn.ports, { deskId, number }, said, now)
  const ticket = await ticketOf(email)
  const about = { ticketId: id, part: '2' }
  const way = { publicKey: desk.publicKey, ticketId: id }
  const replyTo = replyAddress(secrets, domain, { kind: 'ticket', ...way })
  const messageId = ticketMessageId(secrets, 'counter.example', about)
  return { email, ticket, replyTo, messageId, firstId: headers['Message-ID'] }
}

describe('New e-mails', () => {
  it('A new e-mail is cut between characters where its subject, name and words are too long', async () => {
    const email = newGuest()
    const long = (length: number) => `${'x'.repeat(length - 1)}🍰 more`
    const headers = by(email, { From: `${long(80)} <${email}>`, Subject: long(200) })
    await take(letter({ headers, text: `${long(3_999)}${'y'.repeat(99)}` }))
    const ticket = await ticketOf(email)
    const [message] = await messagesOf(ticket)
    const { mail, body } = message ?? {}
    expect(mail).toMatchObject({ subject: 'x'.repeat(199), name: 'x'.repeat(79) })
    expect([ticket.visitorName, body]).toEqual(['x'.repeat(79), `${'x'.repeat(3_998)}…`])
  })

  it('A new e-mail comes in once, whichever servers it passed, and at each of two desks', async () => {
    const email = newGuest()
    const headers = by(email)
    for (const hops of ['one', 'one', 'another']) {
      const received = { Received: `from ${hops}.example by mx.example`, 'X-Spam-Score': hops }
      const raw = letter({ headers: { ...received, ...headers }, text: 'Once' })
      expect(await take(raw, [addressOf(desk), addressOf(neighbour)])).toBe('taken')
    }
    for (const each of [desk, neighbour])
      expect(await bodiesOf(await ticketOf(email, each))).toEqual(['Once'])
  })

  it('A new e-mail comes in although another has its Message-ID, once each, without reading the others', async () => {
    const reading = vi.spyOn(mailIn.ports.tickets, 'messages')
    const [email, other] = [newGuest(), newGuest()]
    const headers = by(email)
    const list = (words: string) => [file('list.txt', 'text/plain', Buffer.from(words))]
    const letters = [
      letter({ headers, text: 'A cup' }),
      letter({ headers, text: 'Two cups' }),
      letter({ headers, text: 'A cup', parts: list('Blue') }),
      letter({ headers, text: 'A cup', parts: list('Red') }),
      letter({ headers: { ...headers, From: other }, text: 'A cup' }),
    ]
    for (const raw of [...letters, ...letters]) expect(await take(raw)).toBe('taken')
    expect(reading).not.toHaveBeenCalled()
    reading.mockRestore()
    const bodies = await Promise.all((await ticketsOf(email)).map(bodiesOf))
    expect(bodies.flat().sort()).toEqual(['A cup', 'A cup', 'A cup', 'Two cups'])
    expect(await bodiesOf(await ticketOf(other))).toEqual(['A cup'])
  })

  it.each(['a new conversation', 'the same conversation'])(
    'at the same time as another with its Message-ID is asked for again, in %s',
    async (place) => {
      const { email, replyTo } = await answered()
      const to = place === 'the same conversation' ? [replyTo] : undefined
      const headers = by(email)
      const [one = '', other = ''] = ['One', 'Other'].map((text) => letter({ headers, text }))
      expect(await take(one, to)).toBe('taken')
      // It was looked up before the first was committed.
      const looking = vi.spyOn(mailIn.ports.tickets, 'findMail').mockResolvedValue(undefined)
      expect(await take(other, to)).toBe('later')
      looking.mockRestore()
      for (const raw of [one, other]) expect(await take(raw, to)).toBe('taken')
      const bodies = (await Promise.all((await ticketsOf(email)).map(bodiesOf))).flat()
      expect(bodies.filter((body) => body.startsWith('O')).sort()).toEqual(['One', 'Other'])
    },
  )

  it('A new e-mail of a known guest is no spam because others say the same', async () => {
    const text = 'Good morning! I would like to know whether my order has left you already.'
    for (let guest = 0; guest < 5; guest += 1) {
      const { email, ticket } = await answered()
      await take(letter({ headers: by(email, { Subject: 'My order' }), text }))
      const next = (await ticketsOf(email)).find(({ id }) => id !== ticket.id)
      expect(next).toBeDefined()
      expect(next?.heldFor).toBeUndefined()
    }
  })

  it('A new e-mail without a Message-ID is known by its bytes', async () => {
    const email = newGuest()
    const raw = letter({ headers: { From: email, 'Message-ID': '' }, text: 'No id' })
    for (const each of [raw, raw]) expect(await take(each)).toBe('taken')
    expect(await bodiesOf(await ticketOf(email))).toEqual(['No id'])
  })

  it.each([
    ['its words', 'Haben Sie am Samstag offen?', 'en-US', 'de'],
    ['its words', 'Do you have a table for us?', 'de-DE', 'en'],
    ['its header, where they say nothing', 'Servus', 'de-AT', 'de'],
    ['the desk, where nothing says one', '2 × 14', '', 'de'],
  ])('is in the language of %s: %s', async (_, text, header, locale) => {
    const email = newGuest()
    const headers = by(email, { 'Content-Language': header, Subject: 'B2B' })
    await take(letter({ headers, text }))
    expect(await ticketOf(email)).toMatchObject({ locale })
  })

  it('A new e-mail that a named filter takes for spam is held, whatever other headers say', async () => {
    const cases: [Record<string, string>, string | undefined][] = [
      [{ 'X-Spam-Flag': 'YES' }, 'filter'],
      [{ 'Authentication-Results': 'mx.own.example; dmarc=fail' }, 'filter'],
      [{ 'X-Spam-Flag': 'NO' }, undefined],
      [{ 'X-Spam-Status': 'Yes, score=9' }, undefined],
      [{ 'Authentication-Results': 'mx.other.example; dmarc=fail' }, undefined],
    ]
    for (const [headers, heldFor] of cases) {
      const email = newGuest()
      await take(letter({ headers: by(email, headers), text: `Ten cups for ${email}` }))
      expect([headers, (await ticketOf(email)).heldFor]).toEqual([headers, heldFor])
    }
  })

  it('A new e-mail that is too long brings its beginning, and the whole as a file', async () => {
    const email = newGuest()
    await take(letter({ headers: by(email), text: 'A long story. '.repeat(400) }))
    const [message] = await messagesOf(await ticketOf(email))
    expect(message?.body).toHaveLength(4_000)
    expect(message?.mail?.cut).toBe(true)
    expect(message?.attachments?.map(({ name }) => name)).toEqual(['message.txt', 'e-mail.eml'])
  })

  it('A new e-mail to postmaster or abuse is for the site’s desk, in this domain alone', async () => {
    for (const to of ['postmaster@in.example.com', 'Abuse@in.example.com', 'Postmaster']) {
      const email = newGuest()
      expect(await take(letter({ headers: by(email), text: `To ${to}` }), [to])).toBe('taken')
      expect(await bodiesOf(await ticketOf(email))).toEqual([`To ${to}`])
    }
    for (const to of [
      'postmaster@x.example',
      'nobody@in.example.com',
      `${desk.publicKey}@x.example`,
    ])
      expect(await take(letter({ text: 'Hi' }), [to])).toBe('unknown')
  })

  it('A new e-mail is answered to its sender where Reply-To is one of the desk’s addresses', async () => {
    for (const own of [addressOf(desk), 'tresen@example.com', 'mara@example.com']) {
      const email = newGuest()
      await take(letter({ headers: by(email, { 'Reply-To': own }), text: 'Hello' }))
      const [message] = await messagesOf(await ticketOf(email))
      expect(message?.mail?.replyTo).toBeUndefined()
    }
  })

  it('A new e-mail has a writer who may reply from the address of its Reply-To, too', async () => {
    const [email, other] = [newGuest(), newGuest()]
    const first = by(email, { 'Reply-To': other })
    await take(letter({ headers: first, text: 'Hello' }))
    const ticket = await ticketOf(other)
    for (const from of [email, other]) {
      const headers = by(from, { 'In-Reply-To': first['Message-ID'] })
      await take(letter({ headers, text: `From ${from}` }))
      expect((await bodiesOf(ticket)).at(-1)).toBe(`From ${from}`)
    }
  })
})

describe('Replies', () => {
  it('A reply with the token comes into the conversation, whoever sends it', async () => {
    const { ticket, replyTo } = await answered()
    const headers = by('phone@elsewhere.example')
    expect(await take(letter({ headers, text: 'Thank you' }), [replyTo])).toBe('taken')
    const after = await stores.tickets.findById(ticket.id)
    expect(after).toMatchObject({ state: 'open', lastSeq: 3, latest: 'Thank you' })
    expect((await messagesOf(ticket)).at(-1)?.mail?.from).toBe('phone@elsewhere.example')
  })

  it('A reply to the counter’s own address, too, comes in once', async () => {
    const { ticket, replyTo } = await answered()
    const sender = newGuest()
    const raw = letter({ headers: by(sender), text: 'To both addresses' })
    expect(await take(raw, [addressOf(desk), replyTo])).toBe('taken')
    expect((await bodiesOf(ticket)).at(-1)).toBe('To both addresses')
    expect(await ticketsOf(sender)).toEqual([])
  })

  it('A reply with an id of ours, or of the guest’s own e-mail, comes in from the same proven address', async () => {
    const { email, ticket, messageId, firstId } = await answered()
    for (const id of [messageId, firstId]) {
      const headers = by(email, { References: `<other@x> ${id}` })
      await take(letter({ headers, text: `By ${id}` }))
      expect((await bodiesOf(ticket)).at(-1)).toBe(`By ${id}`)
    }
  })

  it('A reply with an invented id or a number in its subject begins a conversation of its own', async () => {
    const { email, ticket, messageId } = await answered()
    const id = messageId.replace(/\.[0-9a-f]{4}/, '.0000')
    const headers = by(email, { References: id, Subject: `Re: [#${ticket.number}] Your cups` })
    await take(letter({ headers, text: 'Guess' }))
    expect(await messagesOf(ticket)).toHaveLength(2)
  })

  it('A reply with another desk’s token does not come in', async () => {
    const { ticket, replyTo } = await answered()
    const token = replyTo.replace(desk.publicKey, neighbour.publicKey)
    const email = newGuest()
    await take(letter({ headers: by(email), text: 'Elsewhere' }), [token])
    expect(await messagesOf(ticket)).toHaveLength(2)
    expect(await ticketOf(email, neighbour)).toMatchObject({ state: 'open' })
  })

  it('A reply of a program with the token wakes nobody and changes no state', async () => {
    const { email, ticket, replyTo } = await answered()
    const headers = by(email, { 'Auto-Submitted': 'auto-replied' })
    await take(letter({ headers, text: 'I am away' }), [replyTo], '')
    const after = await stores.tickets.findById(ticket.id)
    expect(after).toMatchObject({ state: 'waiting', latest: 'At nine.' })
    expect((await messagesOf(ticket)).at(-1)?.mail?.quiet).toBe('automatic')
  })

  it.each([
    ['from Exchange', { 'X-Auto-Response-Suppress': 'All' }],
    ['by a group', { 'List-Id': '<info.cafe.example>', 'List-Post': '<mailto:i@cafe.example>' }],
    ['by a list', { Precedence: 'list' }],
    ['by an old list', { Precedence: 'bulk' }],
    ['that a rule passes on', { 'Auto-Submitted': 'auto-generated', To: 'info@cafe.example' }],
  ])('of a person %s opens a solved conversation', async (_, headers) => {
    const { email, ticket, replyTo } = await answered()
    await stores.tickets.move({ secretHash: ticket.secretHash }, () => ({ state: 'solved' }))
    await take(letter({ headers: by(email, headers), text: 'One more thing' }), [replyTo])
    const after = await stores.tickets.findById(ticket.id)
    expect(after).toMatchObject({ state: 'open', latest: 'One more thing' })
  })

  it('A reply has no key of the conversation that its quote brings along', async () => {
    const { ticket, replyTo, email } = await answered()
    const key = ticketSecret(secrets[0] ?? '', desk.id, ticket.startKey)
    expect(secretHash(key)).toBe(ticket.secretHash)
    const links = [
      `https://counter.example/de/chat?t=${key}&rate=good#rate`,
      `https://counter.example/files?id=01m8k52v009qfhnrmvrwempntc&t=${key}.`,
      `https://guard.example/?url=https%3A%2F%2Fcounter.example%2Fchat%3Ft%3D${key}&data=1`,
      `https://shop.example/?t=${'k'.repeat(43)}`,
    ]
    const quote = links.map((link) => `> ${link}`).join('\n')
    const text = `As here: ${links[0]}\n\nOn 4 March 2026 at 11:00, Mara wrote:\n${quote}`
    expect(await take(letter({ headers: by(email), text }), [replyTo])).toBe('taken')
    const said = JSON.stringify(await stores.tickets.messages(ticket, 2, 9))
    expect(said).not.toContain(key)
    for (const link of links) expect(said).toContain(link.replace(key, '…'))
  })

  it('A reply to a closed conversation begins one that continues it', async () => {
    const { ticket, replyTo, email } = await answered()
    await stores.tickets.move({ secretHash: ticket.secretHash }, () => ({ state: 'closed' }))
    await take(letter({ headers: by(email), text: 'Again' }), [replyTo])
    const next = (await ticketsOf(email)).find(({ followUpOf }) => followUpOf === ticket.id)
    expect(next).toMatchObject({ state: 'open', visitorEmail: email })
  })

  it('A reply after an erasure begins another conversation at the desk', async () => {
    const { ticket, replyTo } = await answered()
    await stores.erasure.hideTicket({ secretHash: ticket.secretHash }, now)
    const email = newGuest()
    expect(await take(letter({ headers: by(email), text: 'Hello?' }), [replyTo])).toBe('taken')
    expect(await ticketOf(email)).toMatchObject({ lastSeq: 1 })
  })
})

it.each([
  [['taken', 'full', 'later'], 'later'],
  [['taken', 'full'], 'full'],
  [['unknown', 'taken'], 'taken'],
  [[], 'unknown'],
] as const)('an e-mail whose recipients have the outcomes %j is %s', (outcomes, together) => {
  expect(togetherOf(outcomes)).toBe(together)
})
