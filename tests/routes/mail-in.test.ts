import { createHmac } from 'node:crypto'
import http from 'node:http'
import { unzipSync } from 'fflate'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { exampleMessage, exampleTicket } from '../contracts/examples'
import { temporaryFolder, withoutLimits } from '../support/app'
import { elements, field, textOf } from '../support/html'
import { crlf, file, letter, multipart, part } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  minute,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  verify,
  words,
} from '../support/test-server'
import { cookieNamed } from '../support/till'
import { mailsIn } from '../support/written-mails'

const postSecret = 'r4nd0m-characters-enough-for-a-hmac-key'

const environment = {
  MAIL_IN: 'smtp://127.0.0.1:0,post',
  MAIL_IN_SECRET: postSecret,
  MAIL_IN_DOMAIN: 'in.example.com',
  MAIL_FROM: 'Tresen <tresen@example.com>',
  MAIL_IN_SPAM: 'X-Spam-Flag,Authentication-Results=mx.Own.example',
}

let server: TestServer
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  server = await openTestServer({
    environment,
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  owner = await server.signUp()
  neighbour = await server.signUp()
})
afterAll(() => server.close())

const addressOf = ({ desk }: Owner) => `${desk.publicKey}@in.example.com`

/** Hands it over and answers with the last reply of the conversation. */
async function send(raw: string | Buffer, to = [addressOf(owner)], from?: string): Promise<string> {
  const said = await sendBySmtp(server.smtpPort ?? 0, { raw, to, from })
  return said.at(-1) ?? ''
}

let people = 0
const newGuest = () => `guest-${++people}@guest.example`

const by = (from: string, headers: Record<string, string> = {}) => ({
  From: `Ada <${from}>`,
  'Message-ID': `<${newEmail()}>`,
  ...headers,
})

const ticketsAt = async ({ desk }: Owner) => server.services.tickets.listAll(desk.id, 0, 1_000)

async function ticketOf(email: string, at = owner): Promise<Ticket> {
  const found = (await ticketsAt(at)).filter(({ visitorEmail }) => visitorEmail === email)
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} tickets of ${email}`)
  return found[0]
}

const messagesOf = ({ deskId, number }: Ticket): Promise<Message[]> =>
  server.services.tickets.messages({ deskId, number }, 0, 200)

async function reply(ticket: Ticket, body: string, cookie = owner.cookie) {
  const address = `/dashboard/tickets?ticket=${ticket.number}`
  const page = await server.ask(address, { cookie })
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const { status } = await server.ask(address, { cookie, form: { intent: 'reply', key, body } })
  expect(status).toBe(303)
}

/** The last e-mail to an address, once all that is due has left. */
async function mailTo(email: string) {
  server.clock.forward(3 * minute)
  await server.runDue()
  const mail = (await mailsIn(server.folder, email)).at(-1)
  if (!mail) throw new Error(`No e-mail to ${email}`)
  return mail
}

/** A conversation that its guest began by e-mail and the desk has answered. */
async function answered() {
  const email = newGuest()
  const first = by(email)
  expect(await send(letter({ headers: first, text: 'May I come?' }))).toMatch(/^250 /)
  const ticket = await ticketOf(email)
  await reply(ticket, 'At nine.')
  const mail = await mailTo(email)
  const replyTo = mail.replyTo?.[0]?.address ?? ''
  return { email, ticket, mail, replyTo, firstId: first['Message-ID'] }
}

describe('A new e-mail', () => {
  it('begins a conversation, with its subject and words, and gets one receipt a day', async () => {
    const email = newGuest()
    const headers = by(email, { Subject: 'Blue cups' })
    expect(await send(letter({ headers, text: 'Do you have any?\n\n-- \nAda' }))).toBe(
      '250 2.0.0 Taken',
    )
    const ticket = await ticketOf(email)
    expect(ticket).toMatchObject({ state: 'open', title: 'Blue cups', visitorName: 'Ada' })
    const [message] = await messagesOf(ticket)
    expect(message).toMatchObject({
      author: 'visitor',
      body: 'Do you have any?',
      mail: { from: email, subject: 'Blue cups', proven: true, quoted: '-- \nAda' },
    })
    const { text } = await server.ask(`/dashboard/tickets?ticket=${ticket.number}`, owner)
    expect(text).toMatch(/<p class="quiet">Subject: Blue cups<\/p><p class="words"/)
    expect((await mailTo(email)).subject).toBe('We have your e-mail: Blue cups')
    await send(letter({ headers: by(email), text: 'And red ones?' }))
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toHaveLength(1)
  })

  it('is headed by its subject in lists, above who wrote it', async () => {
    const email = newGuest()
    await send(
      letter({ headers: by(email, { Subject: 'Two blue cups' }), text: 'Do you have any?' }),
    )
    const { number } = await ticketOf(email)
    const row = async (query: string) => {
      const { text } = await server.ask(`/dashboard/tickets?${query}`, owner)
      const links = elements(text.slice(text.indexOf('class="ledger"')), 'a')
      return links.find((link) => link.text.startsWith(`${number} · `))?.text
    }
    expect(await row('order=newest')).toMatch(/· Two blue cups .*Ada – Do you have any\?/)
    await reply(await ticketOf(email), 'We do')
    const answered = await row('state=waiting')
    expect(answered).toMatch(/· Two blue cups .*Ada – .*: We do/)
    const found = await row('q=cups')
    expect(found).toMatch(new RegExp(`Ada – .*${words.en.tickets.state.waiting}`))
  })

  it('is answered in its own thread, with its subject', async () => {
    const email = newGuest()
    const headers = by(email, { Subject: 'AW: Re: Blue cups' })
    await send(letter({ headers, text: 'Do you have any?' }))
    await mailTo(email)
    await reply(await ticketOf(email), 'Two.')
    await mailTo(email)
    const mails = await mailsIn(server.folder, email)
    const subjects = ['Re: Blue cups', 'We have your e-mail: AW: Re: Blue cups']
    expect(mails.map(({ subject }) => subject).sort()).toEqual(subjects)
    for (const { inReplyTo, references } of mails) {
      expect(inReplyTo).toBe(headers['Message-ID'])
      expect(references).toMatch(/^<t\.[^>]+\.0\.[^>]+> <[^>]+>$/)
      expect(references).toContain(headers['Message-ID'])
    }
  })

  it('of a sender whom nothing proves begins one too, without a receipt', async () => {
    const email = 'eve@elsewhere.example'
    await send(letter({ headers: by(email), text: 'Hello' }))
    expect(await ticketOf(email)).toMatchObject({ state: 'open' })
    server.clock.forward(3 * minute)
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual([])
  })

  it('of a program is held, is marked and gets no receipt', async () => {
    const email = newGuest()
    const headers = by(email, { 'Auto-Submitted': 'auto-replied' })
    expect(await send(letter({ headers, text: 'I am away.' }))).toMatch(/^250 /)
    const ticket = await ticketOf(email)
    expect(ticket).toMatchObject({ state: 'held', heldFor: 'automatic' })
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual([])
    // Its sender has no page that says “received”.
    const { text } = await server.ask(`/dashboard/tickets?ticket=${ticket.number}`, owner)
    const { hold, reasons } = words.en.history
    expect(textOf(text)).toContain(hold.mail.replace('{{reason}}', reasons.automatic))
  })

  it.each([
    ['a person through a group', 'open', { 'List-Id': '<i.example>', Precedence: 'list' }],
    ['many', 'held', { 'List-Id': '<n.example>', 'List-Unsubscribe': '<https://n.example>' }],
  ])('of %s is %s, without a receipt', async (_, state, added) => {
    const email = newGuest()
    await send(letter({ headers: by(email, added), text: 'Hello' }))
    expect(await ticketOf(email)).toMatchObject({ state })
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual([])
  })

  it('brings its files as uploads are taken, and names what stays in the original', async () => {
    const email = newGuest()
    const parts = [
      file('list.txt', 'text/plain', Buffer.from('One cup')),
      file('winmail.dat', 'application/ms-tnef', Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 1])),
      file('page.html', 'text/html', Buffer.from('<script>alert(1)</script>')),
    ]
    const key = 'k'.repeat(43)
    const said = `See the files\n\n> https://counter.example/chat?t=${key}`
    await send(letter({ headers: by(email), text: said, parts }))
    const ticket = await ticketOf(email)
    const [message] = await messagesOf(ticket)
    expect(message?.attachments?.map(({ name }) => name)).toEqual(['list.txt', 'e-mail.eml'])
    expect(message?.mail?.left).toEqual(['winmail.dat', 'page.html'])
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain(
      '2 files are only in the original e-mail: winmail.dat (no kind of file that is taken), page.html (HTML, XML or SVG, which a browser might run)',
    )
    expect(textOf(text)).toContain('winmail.dat is how Outlook wraps files.')
    const original = message?.attachments?.[1]?.id
    const whole = await server.ask(`/files?id=${original}`, { cookie: owner.cookie })
    expect(whole.text).toContain('Subject: Your cups')
    expect(whole.text).not.toContain(key)
    expect(whole.text).toContain('x'.repeat(43))
    expect(whole.headers.get('Content-Disposition')).toMatch(/^attachment;/)
    const stranger = await server.ask(`/files?id=${original}`, { cookie: neighbour.cookie })
    expect(stranger.status).toBe(404)
  })

  it('with HTML is shown as it was sent, to its desk alone', async () => {
    const email = newGuest()
    const html = '<p onclick="alert(1)">Ten <b>cups</b></p><img src="https://a.example/b.png">'
    await send(letter({ headers: by(email), html }))
    const ticket = await ticketOf(email)
    const [message] = await messagesOf(ticket)
    expect(message?.mail).toMatchObject({ html: 'elsewhere' })
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain(words.en.thread.letter.pictures)
    const shown = `/files?id=${message?.mail?.original}&as=letter`
    const page = await server.ask(shown, { cookie: owner.cookie })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<p>Ten <b>cups</b></p><img />')
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toMatch(/^sandbox allow-popups .*default-src 'none'; img-src data:; style-src/)
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    const pictures = await server.ask(shown.replace('letter', 'pictures'), owner)
    expect(pictures.text).toContain('<img src="https://a.example/b.png" />')
    expect((await server.ask(shown, neighbour)).status).toBe(404)
    const plain = newGuest()
    await send(letter({ headers: by(plain), text: 'Ten cups' }))
    const other = await ticketOf(plain)
    const { text: without } = await server.ask(`/dashboard/tickets?ticket=${other.number}`, owner)
    expect(textOf(without)).not.toContain(words.en.thread.letter.show)
    const [said] = await messagesOf(other)
    const none = await server.ask(`/files?id=${said?.mail?.original}&as=letter`, owner)
    expect(none.status).toBe(404)
  })

  it('with an invitation says what, when, where and with whom, beside the file', async () => {
    const email = newGuest()
    const calendar = [
      ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Tasting <b>'],
      ...['DTSTART:20260715T160000Z', 'DTEND:20260715T200000Z', 'LOCATION:Café\\, Cologne'],
      ...['ORGANIZER;CN=Mara:mailto:mara@a.example', 'ATTENDEE:mailto:jonas@a.example'],
      ...['END:VEVENT', 'END:VCALENDAR'],
    ]
    const parts = [file('invite.ics', 'text/calendar', Buffer.from(calendar.join('\r\n')))]
    await send(letter({ headers: by(email), text: 'Will you come?', parts }))
    const { number } = await ticketOf(email)
    for (const [path, said] of [
      ['', 'Invitation: Tasting <b>Wednesday, 15 Jul 2026, 18:00–22:00Café, CologneFrom Mara'],
      ['/de', 'Einladung: Tasting <b>Mittwoch, 15.07.2026, 18:00–22:00Café, CologneVon Mara'],
    ]) {
      const { text } = await server.ask(`${path}/dashboard/tickets?ticket=${number}`, owner)
      expect(textOf(text)).toContain(said)
      expect(textOf(text)).toContain('invite.ics')
    }
  })

  it('that cannot be read is kept and shown', async () => {
    const from = newGuest()
    expect(await send('this is no e-mail', undefined, from)).toMatch(/^250 /)
    const ticket = await ticketOf(from)
    const [message] = await messagesOf(ticket)
    expect(message).toMatchObject({ body: '', mail: { problem: 'unreadable' } })
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('This e-mail could not be read.')
    expect(textOf(text)).not.toMatch(/on an? \w+ page/)
    expect(textOf(text)).toMatch(/answered in (English|German)/)
  })

  it('shows what it quotes folded, without scripts', async () => {
    const email = newGuest()
    const html = '<p>Yes</p><div class="gmail_quote"><b>Old words</b></div>'
    await send(letter({ headers: by(email), html }))
    const { number } = await ticketOf(email)
    const address = `/dashboard/tickets?ticket=${number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(text).toMatch(
      /<details class="quoted"><summary>.*?<\/summary>.*?Old words.*?<\/details>/s,
    )
  })
})

describe('An e-mail that names whom to answer', () => {
  const form = (customer: string) =>
    by('form@guest.example', { From: 'Café form <form@guest.example>', 'Reply-To': customer })

  it('as a form does, is answered to its customer, and a member may choose its sender', async () => {
    const customer = 'anna@elsewhere.example'
    await send(letter({ headers: form(`Anna <${customer}>`), text: 'Two cakes?' }))
    const ticket = await ticketOf(customer)
    expect(ticket).toMatchObject({ state: 'open', visitorName: 'Anna' })
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('by e-mail from form@guest.example')
    expect(textOf(text)).toContain(`answers go to ${customer} (Reply-To) – not verified`)
    const choices = [...text.matchAll(/<option[^>]*>([^<@]+@[^<]+)<\/option>/g)]
    expect(choices.map(([, each]) => each)).toEqual([customer, 'form@guest.example'])
    await reply(ticket, 'Yes, both.')
    expect((await mailTo(customer)).subject).toBe('Re: Your cups')
    expect(await mailsIn(server.folder, 'form@guest.example')).toEqual([])
    const answer = async (to: string, body: string) => {
      const page = await server.ask(address, { cookie: owner.cookie })
      const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const sent = { intent: 'reply', key, body, to }
      await server.ask(address, { cookie: owner.cookie, form: sent })
    }
    await answer('mallory@elsewhere.example', 'Not to strangers.')
    expect((await server.services.tickets.findById(ticket.id))?.visitorEmail).toBe(customer)
    await answer('form@guest.example', 'To the form.')
    expect((await mailTo('form@guest.example')).text).toContain('To the form.')
  })

  it('gets no receipt where nothing proves that address, nor where its form is a stranger', async () => {
    const customer = newGuest()
    await send(letter({ headers: form(customer), text: 'Hello' }))
    expect(await ticketOf(customer)).toMatchObject({ visitorName: 'Café form' })
    server.clock.forward(3 * minute)
    await server.runDue()
    expect(await mailsIn(server.folder, customer)).toEqual([])
  })

  it('goes from desk to desk and back', async () => {
    const partner = await server.signUp()
    await verify(server.ask, partner.cookie, partner.desk.ownerUid)
    const to = addressOf(partner)
    const page = await server.ask('/dashboard/tickets/new', { cookie: owner.cookie })
    const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const first = { intent: 'send', key, name: '', email: to, language: 'en', body: 'Flour?' }
    await server.ask('/dashboard/tickets/new', { cookie: owner.cookie, form: first })
    const ours = await ticketOf(to)
    const carry = async (address: string) => {
      const mail = await mailTo(address)
      const headers = {
        From: `Counter <${mail.from?.address}>`,
        'Message-ID': mail.messageId ?? '',
        'Reply-To': mail.replyTo?.[0]?.address ?? '',
        References: mail.references ?? '',
      }
      const raw = letter({ headers, text: mail.text?.includes('A sack.') ? 'A sack.' : 'Flour?' })
      expect(await send(raw, [address], 'b@in.example.com')).toMatch(/^250 /)
      return headers['Reply-To']
    }
    const answersTo = await carry(to)
    const theirs = await ticketOf(answersTo, partner)
    expect(theirs.state).toBe('open')
    await reply(theirs, 'A sack.', partner.cookie)
    await carry(answersTo)
    expect((await messagesOf(ours)).at(-1)?.body).toBe('A sack.')
    expect((await server.services.tickets.findById(ours.id))?.state).toBe('open')
  })
})

describe('A reply', () => {
  it('goes to an address with a token, which says that one may reply', async () => {
    const { mail, replyTo } = await answered()
    expect(replyTo).toMatch(/^[0-9a-z]{26}\+[0-9a-z]{36}@in\.example\.com$/)
    expect(mail.text).not.toContain('nobody reads')
  })

  it('with a valid id and a forged or another sender is held', async () => {
    const { email, ticket, mail } = await answered()
    const forged = by(email, { 'In-Reply-To': mail.messageId ?? '' })
    const raw = letter({ headers: forged, text: 'Forged' })
    // The domain does not let this return path send for it.
    await send(raw, undefined, 'eve@elsewhere.example')
    const other = newGuest()
    await send(
      letter({ headers: by(other, { 'In-Reply-To': mail.messageId ?? '' }), text: 'Other' }),
    )
    expect(await messagesOf(ticket)).toHaveLength(2)
    expect(await ticketOf(other)).toMatchObject({ state: 'held', heldFor: 'unproven' })
    const ofEmail = (await ticketsAt(owner)).filter(({ visitorEmail }) => visitorEmail === email)
    expect(ofEmail.map(({ heldFor }) => heldFor)).toEqual([undefined, 'unproven'])
    const held = await ticketOf(other)
    const { text } = await server.ask(`/dashboard/tickets?ticket=${held.number}`, owner)
    const said = words.en.history.unprovenIn.replace('{{number}}', String(ticket.number))
    expect(textOf(text)).toContain(said)
    const page = `/dashboard/tickets?ticket=${ticket.number}`
    const line = `${words.en.history.heldReply} ${held.number} · ${held.title}`
    const answeredPage = textOf((await server.ask(page, owner)).text)
    expect(answeredPage).toContain(line)
    expect(answeredPage).toContain(
      words.en.history.desk['held-reply'].replace('{{detail}}', String(held.number)),
    )
    const release = { intent: 'release', account: field(text, 'account').value ?? '' }
    await server.ask(`/dashboard/tickets?ticket=${held.number}`, { ...owner, form: release })
    expect(textOf((await server.ask(page, owner)).text)).not.toContain(line)
  })

  it('to a merged conversation comes into the other', async () => {
    const one = await answered()
    await send(letter({ headers: by(one.email), text: 'Another matter' }))
    const own = (await ticketsAt(owner)).filter(({ visitorEmail }) => visitorEmail === one.email)
    const target = own.find(({ id }) => id !== one.ticket.id)
    const address = `/dashboard/tickets?ticket=${one.ticket.number}`
    const form = { intent: 'confirm-merge', mergeWith: String(target?.number) }
    const { status } = await server.ask(address, { cookie: owner.cookie, form })
    expect(status).toBe(303)
    await send(letter({ headers: by(one.email), text: 'To both' }), [one.replyTo])
    if (!target) throw new Error('There is no second ticket')
    expect((await messagesOf(target)).at(-1)?.body).toBe('To both')
  })

  it('to a message that was split off comes into the new conversation, with a thread of its own', async () => {
    const { email, ticket, mail, replyTo } = await answered()
    const other = by(email)
    await send(letter({ headers: other, text: 'Another matter' }), [replyTo])
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('Message about another matter')
    const moveKey = /name="moveKey" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const form = { intent: 'split', moveKey, splitFrom: '3', splitLater: 'on', seen: '3' }
    const led = await server.ask(address, { cookie: owner.cookie, form })
    expect(led.status).toBe(303)
    expect((await server.ask(address, { cookie: owner.cookie, form })).location).toBe(led.location)
    const number = Number(/ticket=(\d+)/.exec(led.location)?.[1])
    const split = await server.services.tickets.find({ deskId: owner.desk.id, number })
    expect(split).toMatchObject({ visitorEmail: email, title: 'Your cups', state: 'open' })
    if (!split) throw new Error('There is no new ticket')
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({
      kind: 'split',
      body: String(number),
    })
    const left = await server.ask(`${address}&print=1&notes=1`, { cookie: owner.cookie })
    expect(textOf(left.text)).toContain(`Moved to ticket ${number}.`)
    await send(letter({ headers: by(email, { 'In-Reply-To': other['Message-ID'] }), text: 'More' }))
    expect((await messagesOf(split)).map(({ body }) => body)).toEqual(['Another matter', 'More'])
    await reply(split, 'On the other matter.')
    const answer = await mailTo(email)
    expect(answer.text).toContain('On the other matter.')
    expect(answer.inReplyTo).not.toBe(mail.inReplyTo)
    expect(answer.replyTo?.[0]?.address).not.toBe(replyTo)
    const link = (from: typeof mail) => /\/chat\?t=[\w-]+/.exec(from.text ?? '')?.[0] ?? ''
    expect((await server.ask(link(mail))).text).not.toContain('Another matter')
    expect((await server.ask(link(answer))).text).toContain('Another matter')
  })

  it('A message is split off by the button at it, and comes back by the undo in the notice', async () => {
    const { email, ticket, mail, replyTo } = await answered()
    for (const text of ['Another matter', 'More of it'])
      await send(letter({ headers: by(email), text }), [replyTo])
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, owner)
    const buttons = elements(text, 'button').filter(
      ({ attributes }) => attributes.name === 'splitHere',
    )
    const { here } = words.en.tickets.split
    expect(buttons.map(({ attributes }) => [attributes.value, attributes['aria-label']])).toEqual([
      ['3', `${here}: Another matter`],
      ['4', `${here}: More of it`],
    ])
    const moveKey = field(text, 'moveKey').value ?? ''
    const form = { moveKey, splitHere: '3', seen: '4' }
    const led = await server.ask(address, { cookie: owner.cookie, form })
    expect(led.status).toBe(303)
    const cookie = `${owner.cookie}; ${cookieNamed(led, 'flash')}`
    const there = await server.ask(led.location, { cookie })
    expect(textOf(there.text)).toContain('More of it')
    const link = /\/chat\?t=[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
    expect((await server.ask(link)).text).not.toContain('More of it')
    const undo = field(there.text, 'undo').value ?? ''
    const press = () => server.ask(address, { cookie, form: { intent: 'undo', undo } })
    expect(await press()).toMatchObject({ status: 303, location: `${address}#newest` })
    expect((await press()).status).toBe(303)
    expect((await server.ask(link)).text).toContain('More of it')
    expect((await messagesOf(ticket)).map(({ body }) => body).slice(-2)).toEqual([
      'Another matter',
      'More of it',
    ])
    await send(letter({ headers: by(email), text: 'Since' }), [replyTo])
    expect((await messagesOf(ticket)).at(-1)?.body).toBe('Since')
  })

  it('cannot be split off whole, nor where nobody says which', async () => {
    const { ticket } = await answered()
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    for (const [splitFrom, status] of [
      ['1', 409],
      ['2', 409],
      ['99', 409],
      ['x', 400],
      ['', 400],
    ] as const) {
      const moveKey = '0123456789abcdef0123456789abcdef'
      const form = { intent: 'split', moveKey, splitFrom, splitLater: 'on', body: 'Typed' }
      const refused = await server.ask(address, { cookie: owner.cookie, form })
      expect([splitFrom, refused.status]).toEqual([splitFrom, status])
      expect(refused.text).toContain('Typed')
    }
  })

  it('cannot be split off where its guest would not get the new link', async () => {
    const { tickets } = server.services
    const nobody = exampleTicket(owner.desk.id, 'nobody', { visitorEmail: '' })
    const { ticket } = await tickets.start(nobody, exampleMessage('first'))
    const { number, secretHash } = ticket
    await tickets.append({ secretHash }, exampleMessage('other'), () => ({}))
    const address = `/dashboard/tickets?ticket=${number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('Words of other')
    expect(text).not.toContain('name="splitFrom"')
    const moveKey = '0123456789abcdef0123456789abcdee'
    const form = { intent: 'split', moveKey, splitFrom: '2', splitLater: 'on' }
    const refused = await server.ask(address, { cookie: owner.cookie, form })
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain('The guest left no e-mail address')
  })

  it('is held for a person where both sides write twenty within minutes', async () => {
    const { email, ticket, replyTo } = await answered()
    for (let turn = 0; turn < 9; turn++) {
      await send(letter({ headers: by(email), text: `Ping ${turn}` }), [replyTo])
      await reply(ticket, `Pong ${turn}`)
    }
    await send(letter({ headers: by(email), text: 'Ping again' }), [replyTo])
    expect((await messagesOf(ticket)).at(-1)?.mail?.quiet).toBe('loop')
    const held = await server.services.tickets.findById(ticket.id)
    expect(held).toMatchObject({ state: 'held', heldFor: 'loop', latest: 'Ping again' })
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('Held back: both sides wrote twenty messages')
    const before = await mailsIn(server.folder, email)
    server.clock.forward(60 * minute)
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual(before)
    const form = { intent: 'release', seen: String(held?.lastSeq) }
    expect((await server.ask(address, { cookie: owner.cookie, form })).status).toBe(303)
    await send(letter({ headers: by(email), text: 'I am a person' }), [replyTo])
    expect(await server.services.tickets.findById(ticket.id)).toMatchObject({ state: 'open' })
  })
})

describe('Copies', () => {
  const bob = () => `bob-${++people}@guest.example`

  /** A conversation whose guest had Bob in copy, and a page of it. */
  async function withCopy() {
    const [email, copy] = [newGuest(), bob()]
    const headers = by(email, {
      To: `Counter <${addressOf(owner)}>, Shop <shop@cafe.example>`,
      Cc: `Bob <${copy}>, "Ada" <${email}>, tresen@localhost`,
      'Delivered-To': 'shop@cafe.example',
    })
    await send(letter({ headers, text: 'May Bob come, too?' }))
    const ticket = await ticketOf(email)
    return { email, copy, ticket, firstId: headers['Message-ID'] }
  }

  async function answerAll(ticket: Ticket, body: string) {
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const boxes = [...text.matchAll(/name="(copy\d)" value="([^"]+)"/g)]
    const copies = Object.fromEntries(boxes.map(([, name, value = '']) => [name, value]))
    const form = { intent: 'reply', key, body, ...copies }
    const { status } = await server.ask(address, { cookie: owner.cookie, form })
    expect(status).toBe(303)
    return Object.values(copies).join(', ')
  }

  it('are never those of anybody at the desk', async () => {
    const colleague = await server.join(owner.desk, 'colleague')
    const [email, copy] = [newGuest(), bob()]
    const headers = by(email, { Cc: `${colleague.email}, ${owner.email}, ${copy}` })
    await send(letter({ headers, text: 'To all of you' }))
    expect((await messagesOf(await ticketOf(email)))[0]?.copies).toEqual([copy])
  })

  it('stay at the message, without our own addresses, and get no answer by themselves', async () => {
    const { copy, ticket } = await withCopy()
    expect((await messagesOf(ticket))[0]?.copies).toEqual([copy])
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain(`also to ${copy}`)
    await reply(ticket, 'Yes.')
    server.clock.forward(3 * minute)
    await server.runDue()
    expect(await mailsIn(server.folder, copy)).toEqual([])
  })

  it('get an answer to all once, without the guest’s link and address', async () => {
    const { email, copy, ticket } = await withCopy()
    const receipt = await mailTo(email)
    expect(await answerAll(ticket, 'Yes, both.')).toBe(copy)
    const mail = await mailTo(copy)
    expect(await mailsIn(server.folder, copy)).toHaveLength(1)
    for (const words of [mail.text, mail.html]) {
      expect(words).toContain('Yes, both.')
      expect(words).not.toMatch(/[?&]t=|stop=v|@in\.example\.com/)
    }
    // Nor does the guest's letter have them, since a reply to all would pass them on.
    const guests = await mailTo(email)
    expect(`${guests.text} ${guests.html}`).not.toMatch(/[?&]t=|@in\.example\.com/)
    expect(guests.replyTo).toEqual(mail.replyTo)
    // It leads to the page that sends the link to the guest alone.
    const { pathname, search } = new URL(
      /https?:\S+stop=v\S+#link/.exec(guests.text ?? '')?.[0] ?? '',
    )
    const form = { intent: 'send-link' }
    const ofCopy = new URL(/https?:\S+stop=c\S+/.exec(mail.text ?? '')?.[0] ?? '')
    await server.ask(ofCopy.pathname + ofCopy.search, { form })
    server.clock.forward(minute)
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toHaveLength(2)
    const asked = await server.ask(pathname + search, { form })
    expect(asked).toMatchObject({ status: 303, location: pathname + search })
    server.clock.forward(minute)
    await server.runDue()
    const theirs = (await mailsIn(server.folder, email)).map(({ text = '' }) => text)
    expect(theirs.filter((text) => text.includes(words.en.mails.linkText))).toEqual([
      expect.stringMatching(/[?&]t=/),
    ])
    expect(await mailsIn(server.folder, copy)).toHaveLength(1)
    expect(mail.replyTo?.[0]?.address).not.toBe(receipt.replyTo?.[0]?.address)
  })

  it('are named in the letter of each, who all reply to one address', async () => {
    const [email, lawyer, doctor, gone] = [newGuest(), bob(), bob(), bob()]
    const cc = [lawyer, doctor, gone].join(', ')
    await send(letter({ headers: by(email, { Cc: cc }), text: 'To you all' }))
    const ticket = await ticketOf(email)
    await answerAll(ticket, 'Yes.')
    await server.services.mails.setCopyStopped(ticket.id, gone, true)
    const mails = [await mailTo(email), await mailTo(lawyer), await mailTo(doctor)]
    const addresses = (all: Email['to'] = []) => all.map(({ address }) => address)
    for (const mail of mails) {
      expect(mail.to).toEqual([{ name: 'Ada', address: email }])
      expect(addresses(mail.cc)).toEqual([lawyer, doctor])
      expect(mail.replyTo).toEqual(mails[0]?.replyTo)
      expect(mail.references).toBe(mails[0]?.references)
    }
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
    expect(await mailsIn(server.folder, gone)).toEqual([])
  })

  it('reply to all once, as does the guest, whoever else has their address', async () => {
    const { email, copy, ticket } = await withCopy()
    await answerAll(ticket, 'Yes, both.')
    const all = (await mailTo(copy)).replyTo?.[0]?.address ?? ''
    const to = [all, addressOf(owner)]
    const replies = [
      { from: email, cc: copy, text: 'Thank you', path: undefined },
      { from: copy, cc: email, text: 'Fine', path: undefined },
      { from: email, cc: copy, text: 'Unproven', path: 'eve@elsewhere.example' },
      { from: copy, cc: email, text: 'By a list', path: 'list@elsewhere.example' },
    ]
    for (const { from, cc, text, path } of replies) {
      const headers = by(from, { To: to.join(', '), Cc: cc })
      for (const _ of [1, 2])
        expect(await send(letter({ headers, text }), to, path)).toMatch(/^250 /)
    }
    const found = (await messagesOf(ticket)).slice(2)
    expect(found.map(({ body, mail, copies }) => [body, mail?.byCopy ?? false, copies])).toEqual([
      ['Thank you', false, [copy]],
      ['Fine', true, undefined],
      ['Unproven', true, [copy]],
      ['By a list', true, undefined],
    ])
    await send(letter({ headers: by(newGuest(), { To: all }), text: 'A stranger' }), [all])
    expect(await messagesOf(ticket)).toHaveLength(6)
  })

  it('are ticked where they had the last answer, also below a draft', async () => {
    const { copy, ticket } = await withCopy()
    const eva = newGuest()
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const write = async (form: Record<string, string>) => {
      const { text } = await server.ask(address, { cookie: owner.cookie })
      const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''
      return server.ask(address, { cookie: owner.cookie, form: { key, ...form } })
    }
    const boxes = async () => {
      const { text } = await server.ask(address, { cookie: owner.cookie })
      const each = [...text.matchAll(/name="copy\d"( checked="")? value="([^"]+)"/g)]
      return each.map(([, checked, value]) => [value, Boolean(checked)])
    }
    expect(await boxes()).toEqual([[copy, false]])
    expect((await write({ intent: 'reply', body: 'To Eva', cc: eva })).status).toBe(303)
    const remembered = [
      [eva, true],
      [copy, false],
    ]
    expect(await boxes()).toEqual(remembered)
    await write({ intent: 'draft', body: 'Begun' })
    expect(await boxes()).toEqual(remembered)
    const refused = await write({ intent: 'reply', body: 'Without Eva', cc: 'eva@' })
    expect(refused.text).not.toMatch(/name="copy\d" checked/)
    expect((await write({ intent: 'reply', body: 'To the guest' })).status).toBe(303)
    expect(await boxes()).toEqual([
      [eva, false],
      [copy, false],
    ])
  })

  it('People in copy stop the e-mails by their own link, which the page says beside Cc', async () => {
    const { copy, ticket } = await withCopy()
    await answerAll(ticket, 'To both')
    await mailTo(ticket.visitorEmail)
    const mail = await mailTo(copy)
    const { pathname, search } = new URL(/https?:\S+stop=\S+/.exec(mail.text ?? '')?.[0] ?? '')
    const listed = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(listed).toBe(`<${server.origin}${pathname}${search}>`)
    const page = await server.ask(pathname + search)
    expect(textOf(page.text)).toContain(words.en.mails.stopCopy)
    expect(await server.services.mails.copyStops(ticket.id)).toEqual([])
    await server.ask(pathname + search, { form: { intent: 'stop' } })
    expect(textOf((await server.ask(pathname + search)).text)).toContain(words.en.mails.stoppedCopy)

    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(text).not.toContain('name="copy0"')
    expect(textOf(text)).toContain(words.en.tickets.copyStopped.replace('{{address}}', copy))
    const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''
    // Of a page from before, and typed.
    for (const cc of [{ copy0: copy }, { cc: copy.toUpperCase() }] as Record<string, string>[]) {
      const form = { intent: 'reply', key, body: 'Kept as typed', ...cc }
      const refused = await server.ask(address, { cookie: owner.cookie, form })
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('id="cc-error"')
      expect(textOf(refused.text)).toContain('Kept as typed')
    }
    await server.ask(pathname + search, { form: { intent: 'resume' } })
    const again = await server.ask(address, { cookie: owner.cookie })
    expect(again.text).toContain('name="copy0"')
  })

  it('are those of the first time where a form is sent again', async () => {
    const { copy, ticket } = await withCopy()
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const form = { intent: 'reply', key, body: 'To both', copy0: copy }
    const first = await server.ask(address, { cookie: owner.cookie, form })
    // Bob is in copy no longer, but the guest.
    const scope = { deskId: ticket.deskId, number: ticket.number }
    await server.services.tickets.move(scope, () => ({ visitorEmail: copy }))
    const again = await server.ask(address, { cookie: owner.cookie, form })
    expect([first.status, again.status]).toEqual([303, 303])
    for (const { location } of [first, again]) expect(location).toMatch(/ticket=\d+.*#m-2$/)
    const sent = (await messagesOf(ticket)).filter(({ author }) => author === 'owner')
    expect(sent.map(({ copies }) => copies)).toEqual([[copy]])
    const other = { ...form, body: 'To both of you' }
    expect((await server.ask(address, { cookie: owner.cookie, form: other })).status).toBe(409)
  })

  it('are whom a member adds, too, who then may reply; not who has unsubscribed', async () => {
    const { copy, ticket } = await withCopy()
    const [stranger, gone] = [newGuest(), newGuest()]
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const page = await server.ask(address, { cookie: owner.cookie })
    const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    await send(letter({ headers: by(gone), text: 'Good-bye' }))
    await server.services.mails.setStopped((await ticketOf(gone)).id, true, server.clock.now)
    const form = { intent: 'reply', key, body: 'Kept as typed', copy0: copy }
    for (const [cc, status] of [
      [`${stranger}, eve@`, 400],
      [gone, 409],
    ] as const) {
      const refused = await server.ask(address, { cookie: owner.cookie, form: { ...form, cc } })
      expect(refused.status).toBe(status)
      expect(refused.text).toContain('id="cc-error"')
      expect(textOf(refused.text)).toContain('Kept as typed')
      expect(refused.text).toMatch(/<input [^>]*name="copy0"[^>]* checked=""/)
    }
    const sent = { ...form, cc: `${stranger}; ${ticket.visitorEmail}` }
    expect((await server.ask(address, { cookie: owner.cookie, form: sent })).status).toBe(303)
    expect((await messagesOf(ticket)).at(-1)?.copies).toEqual([copy, stranger])
    await mailTo(ticket.visitorEmail)
    const mail = await mailTo(stranger)
    expect(mail.text).toMatch(/went from .+ to .+, and you are getting a copy/)
    const headers = by(stranger, { 'In-Reply-To': mail.messageId ?? '' })
    await send(letter({ headers, text: 'Thank you' }))
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({
      ...{ author: 'visitor', body: 'Thank you', mail: { byCopy: true } },
    })
    const again = await server.ask(address, { cookie: owner.cookie })
    expect(again.text).toContain(`value="${stranger}"`)
  })

  it('may reply into the conversation where their address is proven', async () => {
    const { copy, ticket } = await withCopy()
    await answerAll(ticket, 'Yes, both.')
    const { messageId = '' } = await mailTo(copy)
    const headers = () => by(copy, { 'In-Reply-To': messageId })
    await send(letter({ headers: headers(), text: 'Fine' }))
    expect((await messagesOf(ticket)).at(-1)).toMatchObject({
      body: 'Fine',
      mail: { from: copy, byCopy: true },
    })
    await send(letter({ headers: headers(), text: 'Forged' }), undefined, 'eve@elsewhere.example')
    expect((await messagesOf(ticket)).at(-1)?.body).toBe('Fine')
    expect(await ticketOf(copy)).toMatchObject({ heldFor: 'unproven' })
  })

  it('have their words under their own name, on the guest’s page, too', async () => {
    const { email, copy, ticket } = await withCopy()
    const receipt = await mailTo(email)
    await answerAll(ticket, 'Yes, both.')
    const { messageId = '' } = await mailTo(copy)
    const headers = by(copy, { From: `Bob <${copy}>`, 'In-Reply-To': messageId })
    await send(letter({ headers, text: 'Fine' }))
    const link = /\/chat\?t=[\w-]+/.exec(receipt.text ?? '')?.[0] ?? ''
    const guest = await server.ask(link)
    const desk = await server.ask(`/dashboard/tickets?ticket=${ticket.number}`, owner)
    for (const { text } of [guest, desk]) {
      const writers = [...text.matchAll(/<p class="by">(.*?)<time/gs)].map(([, each = '']) =>
        textOf(each).replace(/, $/, ''),
      )
      expect(writers.at(-1)).toBe('Bob')
    }
  })

  it('keep their e-mail as it came to the desk: the guest gets its words and files', async () => {
    const { copy, ticket, email } = await withCopy()
    const receipt = await mailTo(email)
    await answerAll(ticket, 'Yes, both.')
    const { messageId = '' } = await mailTo(copy)
    const headers = by(copy, { 'In-Reply-To': messageId, Cc: 'carla@secret.example' })
    const parts = [file('list.txt', 'text/plain', Buffer.from('One cup'))]
    await send(letter({ headers, text: 'Fine', parts }))
    const [list, original] = (await messagesOf(ticket)).at(-1)?.attachments ?? []
    const secret = /\/chat\?t=([\w-]+)/.exec(receipt.text ?? '')?.[1] ?? ''
    const fileOf = (id = '') => server.ask(`/files?id=${id}&t=${secret}`)
    expect((await fileOf(list?.id)).status).toBe(200)
    expect((await fileOf(original?.id)).status).toBe(404)
    const atDesk = await server.ask(`/files?id=${original?.id}`, { cookie: owner.cookie })
    expect(atDesk.status).toBe(200)
    const { text } = await server.ask(`/chat/download?t=${secret}&as=json`)
    expect(text).toContain(list?.id)
    expect(text).not.toContain(original?.id)
    const zip = await fetch(`${server.origin}/chat/download?t=${secret}&as=zip`)
    const names = Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    expect(names.filter((name) => name.includes('.txt'))).toHaveLength(1)
    expect(names.join()).not.toContain(original?.id)
  })

  it('have no right to write by the return path of their e-mail', async () => {
    const { ticket, copy } = await withCopy()
    await answerAll(ticket, 'Yes, both.')
    await mailTo(copy)
    const { returnAddress } = await import('~/http/links/mail-addresses.server')
    const to = returnAddress(server.secrets, 'in.example.com', {
      ticketId: ticket.id,
      part: 'c2-0',
    })
    const email = newGuest()
    await send(letter({ headers: by(email), text: 'By the path' }), [to])
    expect((await messagesOf(ticket)).map(({ body }) => body)).not.toContain('By the path')
    expect(await send(bounce(), [to], '')).toMatch(/^250 /)
    const copyMail = await server.services.mails.findLatest(ticket.id, 'visitor-copy')
    expect(copyMail?.problem).toBe('bounced 5.1.1')
  })

  it('begin a conversation of their own where the guest’s is closed', async () => {
    const { email, copy, ticket } = await withCopy()
    await answerAll(ticket, 'Yes, both.')
    const { messageId = '' } = await mailTo(copy)
    const { secretHash } = ticket
    await server.services.tickets.move({ secretHash }, () => ({ state: 'closed' }))
    const headers = { From: copy, Cc: email, 'In-Reply-To': messageId }
    await send(letter({ headers: by(copy, headers), text: 'One more thing' }))
    const next = await ticketOf(copy)
    expect(next).toMatchObject({ visitorName: '', state: 'open' })
    expect((await messagesOf(next))[0]?.copies).toEqual([email])
    // Nor do the two share whether they have unsubscribed.
    const { mails } = server.services
    await mails.setStopped(ticket.id, true, server.clock.now)
    expect(await mails.isStopped(next.id)).toBe(false)
    await mails.setStopped(next.id, false, server.clock.now)
    expect(await mails.isStopped(ticket.id)).toBe(true)
  })
})

/** A notice that an e-mail was not delivered. */
const bounce = () =>
  crlf(
    `From: mailer-daemon@mx.example\nMessage-ID: <${newEmail()}>\n${multipart(
      'report; report-type=delivery-status',
      [
        part('text/plain', 'It could not be delivered.'),
        part('message/delivery-status', 'Action: failed\nStatus: 5.1.1'),
      ],
    )}`,
  )

describe('What comes back', () => {
  it('to the return path is shown at the conversation', async () => {
    const { ticket } = await answered()
    const latest = await server.services.mails.findLatest(ticket.id, 'visitor-answer')
    expect(latest?.state).toBe('sent')
    const { returnAddress } = await import('~/http/links/mail-addresses.server')
    const about = { ticketId: ticket.id, part: latest?.key.split(' ')[2] ?? '' }
    const to = returnAddress(['a secret of another server'], 'in.example.com', about)
    expect(await send(bounce(), [to], '')).toMatch(/^550 /)
    expect(
      await send(bounce(), [returnAddress(server.secrets, 'in.example.com', about)], ''),
    ).toMatch(/^250 /)
    const address = `/dashboard/tickets?ticket=${ticket.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain('The e-mail with the last reply came back (5.1.1)')
  })

  it('without a report marks its letter as failed, too; a note of absence does not', async () => {
    const { ticket } = await answered()
    const latest = async () => server.services.mails.findLatest(ticket.id, 'visitor-answer')
    const { returnAddress } = await import('~/http/links/mail-addresses.server')
    const part = (await latest())?.key.split(' ')[2] ?? ''
    const to = [returnAddress(server.secrets, 'in.example.com', { ticketId: ticket.id, part })]
    const away = { Subject: 'Out of office', 'Auto-Submitted': 'auto-replied' }
    await send(letter({ headers: by(ticket.visitorEmail, away), text: '550 km away' }), to, '')
    expect((await latest())?.state).toBe('sent')
    const headers = by('', { From: 'MAILER-DAEMON@mx.example', Subject: 'failure notice' })
    await send(letter({ headers, text: 'Sorry, no mailbox here. (#5.1.1)' }), to, '')
    expect(await latest()).toMatchObject({ state: 'failed', problem: 'bounced 5.1.1' })
  })

  it('to the desk proves nothing, and is held', async () => {
    const before = (await ticketsAt(owner)).length
    await send(bounce(), undefined, '')
    const [last] = (await ticketsAt(owner)).slice(before)
    expect(last).toMatchObject({ heldFor: 'automatic' })
  })

  it('of our own letters is a program’s', async () => {
    const { mail } = await answered()
    const before = (await ticketsAt(owner)).length
    const headers = { From: 'Tresen <tresen@localhost>', 'Message-ID': mail.messageId ?? '' }
    await send(letter({ headers, text: 'At nine.' }), [addressOf(owner)])
    expect((await ticketsAt(owner)).at(before)).toMatchObject({ heldFor: 'automatic' })
  })
})

describe('The SMTP door', () => {
  it('refuses unknown addresses and other domains: it is no relay', async () => {
    for (const to of [
      'nobody@in.example.com',
      'ada@guest.example',
      `${owner.desk.publicKey}@x.example`,
    ])
      expect(await send(letter({ text: 'Hi' }), [to])).toMatch(/^550 5\.1\.1 /)
    // The one address without a domain. Source: RFC 5321 §4.1.1.3.
    expect(await send(letter({ text: 'Hi' }), ['Postmaster'])).toMatch(/^250 /)
  })

  it('takes capitals and at most twenty recipients', async () => {
    const email = newGuest()
    expect(
      await send(letter({ headers: by(email), text: 'Loud' }), [addressOf(owner).toUpperCase()]),
    ).toMatch(/^250 /)
    const many = Array.from({ length: 21 }, (_, at) => addressOf(owner).replace('@', `+${at}@`))
    const said = await sendBySmtp(server.smtpPort ?? 0, {
      to: many,
      raw: letter({ headers: by(newGuest()), text: 'Many' }),
    })
    expect(said.filter((reply) => reply.startsWith('452 4.5.3'))).toHaveLength(1)
  })
})

describe('The door for posted e-mails', () => {
  async function post(raw: string, to: string, { age = 0, secret = postSecret, query = '' } = {}) {
    const seconds = Math.floor(server.clock.now.getTime() / 1_000) - age
    const signed = `from=${encodeURIComponent('ada@guest.example')}&to=${encodeURIComponent(to)}`
    const mac = createHmac('sha256', secret).update(`${seconds}.${signed}\n${raw}`).digest('hex')
    const headers = {
      'Tresen-Signature': `t=${seconds},v1=${mac}`,
      'Content-Type': 'message/rfc822',
    }
    return server.ask(`/mail?${query || signed}`, { method: 'POST', body: raw, headers })
  }

  it('takes what is signed, once', async () => {
    const email = newGuest()
    const raw = letter({ headers: by(email), text: 'Posted' })
    for (let time = 0; time < 2; time++)
      expect((await post(raw, addressOf(owner))).status).toBe(200)
    const [message, ...others] = await messagesOf(await ticketOf(email))
    expect([message?.body, others.length]).toEqual(['Posted', 0])
  })

  it('refuses a wrong signature, an old one, another envelope and none', async () => {
    const raw = letter({ headers: by(newGuest()), text: 'Not ours' })
    const to = addressOf(owner)
    expect((await post(raw, to, { secret: 'another' })).status).toBe(401)
    for (const age of [301, -301]) expect((await post(raw, to, { age })).status).toBe(401)
    expect((await post(raw, to, { query: `from=a&to=${addressOf(neighbour)}` })).status).toBe(401)
    expect((await server.ask('/mail', { method: 'POST', body: raw })).status).toBe(401)
    expect((await server.ask('/mail')).status).toBe(405)
  })

  it('is not held shut by a network that posts slowly without the secret', async () => {
    const seconds = Math.floor(server.clock.now.getTime() / 1_000)
    const slow = Array.from({ length: 4 }, () => {
      const request = http.request(`${server.origin}/mail?from=a&to=b`, {
        method: 'POST',
        localAddress: '127.0.9.1',
        headers: {
          'Tresen-Signature': `t=${seconds},v1=${'0'.repeat(64)}`,
          'Content-Length': 1_000,
        },
      })
      request.on('error', () => undefined).write('From: ')
      return request
    })
    const refused: unknown[] = []
    for (const request of slow) request.on('response', (each) => refused.push(each.statusCode))
    await vi.waitFor(() => expect(refused).toEqual([503, 503]))
    const raw = letter({ headers: by(newGuest()), text: 'Beside slow ones' })
    expect((await post(raw, addressOf(owner))).status).toBe(200)
    for (const request of slow) request.destroy()
  })

  it('says that an address is unknown', async () => {
    const raw = letter({ headers: by(newGuest()), text: 'Nobody' })
    expect((await post(raw, 'nobody@in.example.com')).status).toBe(422)
  })
})

describe('The settings', () => {
  it('show the desk’s address, in both languages, where e-mails come in', async () => {
    for (const language of ['', '/de']) {
      const path = `${language}/dashboard/settings/mail`
      const { status, text } = await server.ask(path, { cookie: owner.cookie })
      expect([status, textOf(text).includes(addressOf(owner))]).toEqual([200, true])
    }
  })

  const path = '/dashboard/settings/mail'
  const press = (form: Record<string, string>, cookie = owner.cookie, at = path) =>
    server.ask(at, { cookie, form })
  const codes = async () => {
    const { text } = await server.ask(path, { cookie: owner.cookie })
    return elements(text, 'code').map(({ text: code }) => code)
  }

  it('let the desk have addresses of its own, and choose the main one of them', async () => {
    for (const alias of ['Café Morgenrot', 'cafe-am-ring']) {
      expect((await press({ intent: 'save-mail-alias', alias })).status).toBe(303)
    }
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const logged = entries.map(({ event, about }) => `${event} ${about}`)
    expect(logged).toEqual(['alias cafe-am-ring', 'alias cafe-morgenrot'])
    const at = (name: string) => `${name}@in.example.com`
    expect(await codes()).toEqual([at('cafe-morgenrot'), addressOf(owner)])
    const main = { intent: 'main-mail-alias', id: 'cafe-am-ring' }
    expect((await press(main)).status).toBe(303)
    expect(await codes()).toEqual([at('cafe-am-ring'), addressOf(owner)])
    for (const each of ['Cafe-Morgenrot', 'cafe-am-ring', owner.desk.publicKey]) {
      const email = newGuest()
      const raw = letter({ headers: by(email), text: `To ${each}` })
      expect(await send(raw, [at(each)])).toMatch(/^250 /)
      expect((await ticketOf(email)).deskId).toBe(owner.desk.id)
    }
  })

  it('tag what comes to an address, whose replies show it until it is removed', async () => {
    const given = { tag: 'Bestellung', signatureDe: 'Backstube', signatureEn: 'Bakery' }
    await press({ intent: 'save-mail-alias', alias: 'orders', ...given })
    const email = newGuest()
    const headers = by(email, { Subject: 'Cake' })
    await send(letter({ headers, text: 'A cake for Sunday, please.' }), ['orders@in.example.com'])
    const ticket = await ticketOf(email)
    expect(ticket).toMatchObject({ writtenTo: 'orders', tags: ['Bestellung'], state: 'open' })
    const composer = async () =>
      textOf((await server.ask(`/dashboard/tickets?ticket=${ticket.number}`, owner)).text)
    expect(await composer()).toContain('From orders@in.example.com · Signature: Bakery')
    expect(await composer()).toContain('Bakery')
    await reply(ticket, 'On Sunday at nine.')
    const answer = await mailTo(email)
    expect(answer.from?.address).toBe('orders@in.example.com')
    expect(answer.text).toContain('On Sunday at nine.\n\nBakery\n\n-- \n')
    const page = await server.ask(`${path}?address=orders`, owner)
    expect(page.text).toContain('value="Bestellung"')
    const changed = { intent: 'change-mail-alias', id: 'orders', tag: 'Order' }
    expect((await press(changed)).status).toBe(303)
    expect((await press({ intent: 'remove-mail-alias', id: 'orders' })).status).toBe(303)
    const again = letter({ headers: by(newGuest()), text: 'Another' })
    expect(await send(again, ['orders@in.example.com'])).toMatch(/^550 /)
    expect(await composer()).not.toContain('From orders@in.example.com · Signature: Bakery')
    const token = (await mailTo(email)).replyTo?.[0]?.address ?? ''
    expect(await send(letter({ headers: by(email), text: 'Thanks!' }), [token])).toMatch(/^250 /)
    await reply(ticket, 'You are welcome.')
    const last = await mailTo(email)
    expect(last.from?.address).toBe('tresen@example.com')
    expect(last.text).not.toContain('Bakery')
  })

  it('keep the address by a key that was replaced, and say so at its form', async () => {
    const one = await server.signUp()
    const before = one.desk.publicKey
    for (const [language, sentence] of [
      ['', 'E-mails to your counter’s present addresses will keep arriving.'],
      ['/de', 'E-Mails an die bisherigen Adressen Ihres Tresens kommen weiterhin an.'],
    ] as const) {
      const path = `${language}/dashboard/embed?step=key`
      const { text } = await server.ask(path, { cookie: one.cookie })
      expect(textOf(text)).toContain(sentence)
    }
    const form = { intent: 'replace-key', key: before, grace: '0' }
    const { status } = await server.ask('/dashboard/embed', { cookie: one.cookie, form })
    expect(status).toBe(303)
    const email = newGuest()
    const raw = letter({ headers: by(email), text: 'To the old address' })
    expect(await send(raw, [addressOf(one)])).toMatch(/^250 /)
    expect((await ticketOf(email, one)).deskId).toBe(one.desk.id)
    const settings = '/dashboard/settings/mail'
    const { text } = await server.ask(settings, { cookie: one.cookie })
    const now = (await server.services.desks.findById(one.desk.id))?.publicKey ?? ''
    expect(now).not.toBe(before)
    expect(elements(text, 'code').map(({ text: code }) => code)).toEqual(
      [now, before].map((each) => `${each}@in.example.com`),
    )
  })

  it('refuse a name that is another desk’s, their own, a sixth or none, and keep what was typed', async () => {
    const { mailAliases } = server.services
    const theirs = { name: 'brot', deskId: neighbour.desk.id, chosenAt: server.clock.now }
    await mailAliases.add(theirs, 5)
    const before = await mailAliases.list(owner.desk.id)
    const full = await server.signUp()
    await verify(server.ask, full.cookie, full.desk.ownerUid)
    for (const name of ['a-1', 'b1-1', 'c-1', 'd-1', 'e-1'])
      await mailAliases.add({ name, deskId: full.desk.id, chosenAt: server.clock.now }, 5)
    for (const [alias, status, sentence, cookie = owner.cookie] of [
      ['cafe-am-ring', 409, 'one of your addresses already'],
      ['f-1', 409, 'can have five addresses', full.cookie],
      ['brot', 409, 'is taken'],
      ['Postmaster', 400, 'is reserved'],
      ['ab', 400, '3 to 24 letters'],
      ['kuchen', 403, 'confirm your own e-mail address', neighbour.cookie],
    ] as const) {
      const refused = await server.ask(path, {
        cookie,
        form: { intent: 'save-mail-alias', alias },
      })
      expect(refused.status).toBe(status)
      expect(textOf(refused.text)).toContain(sentence)
      expect(refused.text).toContain(`value="${alias}"`)
    }
    expect(await mailAliases.list(owner.desk.id)).toEqual(before)
    const long = await press({ intent: 'save-mail-alias', alias: 'brezel', tag: 'x'.repeat(31) })
    expect([long.status, textOf(long.text)]).toEqual([400, expect.stringContaining('one tag of')])
    for (const intent of ['change-mail-alias', 'main-mail-alias', 'remove-mail-alias'])
      expect((await press({ intent, id: 'brot' })).status).toBe(404)
    expect(await mailAliases.list(neighbour.desk.id)).toEqual([theirs])
  })
})

describe('A server without a door for e-mails', () => {
  it('has no address, no page for it, and tells guests to use their link', async () => {
    const other = await openTestServer({ environment: { DATA_DIR: temporaryFolder() } })
    try {
      const { cookie } = await other.signUp()
      expect(other.smtpPort).toBeUndefined()
      const { text } = await other.ask('/dashboard/settings', { cookie })
      expect(text).not.toContain('/settings/mail')
      const headers = { Origin: other.origin, 'Sec-Fetch-Site': 'same-origin' }
      expect((await other.ask('/mail', { method: 'POST', body: 'x', headers })).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})
