import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '~/domain/text/ids'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { exampleMember } from '../contracts/examples'
import { withLimits } from '../support/app'
import { textOf } from '../support/html'
import { file, letter, part } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  hour,
  minute,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  verify,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
    limited: withLimits,
    arrange: withOwnDns,
  })
})
afterAll(() => server.close())

const addressOf = ({ desk }: Owner) => `${desk.publicKey}@in.example.com`

async function send(raw: string, to: string, from?: string): Promise<string> {
  return (await sendBySmtp(server.smtpPort ?? 0, { raw, to: [to], from })).at(-1) ?? ''
}

const newAddress = () => newEmail().replace('example.com', 'guest.example')

const by = (from: string, headers: Record<string, string> = {}) => ({
  From: `Ada <${from}>`,
  'Message-ID': `<${newEmail()}>`,
  ...headers,
})

const messagesOf = ({ deskId, number }: Ticket): Promise<Message[]> =>
  server.services.tickets.messages({ deskId, number }, 0, 200)

const heldAt = async ({ desk }: Owner) =>
  (await server.services.tickets.listAll(desk.id, 0, 99)).filter(({ state }) => state === 'held')

/** All that is due to an address. */
async function mailsTo(email: string) {
  server.clock.forward(3 * minute)
  await server.runDue()
  return mailsIn(server.folder, email)
}

/** By address, in the order of sending: names of files written within a second are in none. */
const known = new Map<string, Email[]>()

async function lastTo(email: string) {
  const before = known.get(email) ?? []
  const isNew = ({ messageId }: Email) => !before.some((each) => each.messageId === messageId)
  const all = [...before, ...(await mailsTo(email)).filter(isNew)]
  known.set(email, all)
  const mail = all.at(-1)
  if (!mail) throw new Error(`No e-mail to ${email}`)
  return mail
}

const replyTo = (mail: Email) => mail.replyTo?.[0]?.address ?? ''

async function ticketOf(email: string, { desk }: Owner): Promise<Ticket> {
  const [ticket] = await server.services.tickets.listOfVisitor(desk.id, email, 1)
  if (!ticket) throw new Error(`No ticket of ${email}`)
  return ticket
}

/** A counter of two, and what its colleague is notified of: a guest's e-mail. */
async function notified(language: 'en' | 'de' = 'en') {
  // Limits of sign-ups last so long.
  server.clock.forward(hour)
  const email = newAddress()
  const one = await server.signUp()
  await verify(server.ask, one.cookie, one.desk.ownerUid)
  const ben = await server.signUp(newAddress(), language)
  await verify(server.ask, ben.cookie, ben.desk.ownerUid)
  const [now, name] = [server.clock.now, 'Ben Kühn']
  const at = { joinedAt: now, chosenAt: now, name, reader: newId(now) }
  expect(
    await server.services.members.join(exampleMember(one.desk.id, ben.desk.ownerUid, at)),
  ).toBe(true)
  await send(letter({ headers: by(email), text: 'May I come?' }), addressOf(one))
  return { one, ben, email, ticket: await ticketOf(email, one), notice: await lastTo(ben.email) }
}

const answerTo = (notice: Email, from: string, text = 'At nine.', more = {}) =>
  letter({ headers: by(from, { 'In-Reply-To': notice.messageId ?? '', ...more }), text })

const kindsOf = async (ticket: Ticket) =>
  (await messagesOf(ticket)).map(({ author, kind, mail }) =>
    [author, kind, mail?.unsent].filter(Boolean).join(' '),
  )

/** As Thunderbird quotes it. */
const quoteOf = ({ text = '' }: Email) =>
  `On 5 Jan 2026 at 09:00, Counter wrote:\n\n${text.replace(/^/gm, '> ')}`

const picture = file('Plan.txt', 'text/plain', Buffer.from('Table four'))

async function answerInRoom({ cookie, desk }: Owner, ticket: Ticket, form: Record<string, string>) {
  const address = `/dashboard/tickets?desk=${desk.publicKey}&ticket=${ticket.number}`
  const { text } = await server.ask(address, { cookie })
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(text) ?? []
  const [, moveKey = ''] = /name="moveKey" value="([^"]+)"/.exec(text) ?? []
  const { status } = await server.ask(address, { cookie, form: { key, moveKey, ...form } })
  expect(status).toBe(303)
}

describe('A member’s reply to a notification', () => {
  it('is their answer to the guest, with its files and without quotes and signature', async () => {
    const { one, ben, email, ticket, notice } = await notified()
    expect(replyTo(notice)).toMatch(/^a-[0-9a-z]{26}-1-[0-9a-v]{10}@in\.example\.com$/)
    expect(notice.text).toContain('your words go to the guest as your answer')
    const raw = letter({
      headers: by(ben.email, { 'In-Reply-To': notice.messageId ?? '', Subject: 'Re: Notice' }),
      text: `At nine.\n\n-- \nBen’s telephone\n\n${quoteOf(notice)}`,
      parts: [picture],
    })
    expect(await send(raw, replyTo(notice))).toBe('250 2.0.0 Taken')
    expect(await send(raw, replyTo(notice))).toMatch(/^250 /)
    const [, answer, ...others] = await messagesOf(ticket)
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      ...{ author: 'owner', kind: 'text', body: 'At nine.', byUid: ben.desk.ownerUid },
      mail: { byMember: true, proven: true, from: '' },
    })
    expect(await server.services.tickets.findById(ticket.id)).toMatchObject({ state: 'waiting' })
    const mail = await lastTo(email)
    expect(mail.text).toMatch(/^At nine\.\n\nBen\n\n-- \n/)
    expect(mail.from?.name).toMatch(/^Ben/)
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Plan.txt'])
    const [, link = ''] = /(\/chat\?t=[^\s]+)/.exec(mail.text ?? '') ?? []
    const page = await server.ask(link)
    expect(textOf(page.text)).toContain('At nine.')
    for (const hidden of [ben.email, 'telephone', 'e-mail.eml', 'stop=', 'by e-mail from'])
      expect(page.text).not.toContain(hidden)
    const { text } = await server.ask(
      `/dashboard/tickets?desk=${one.desk.publicKey}&ticket=${ticket.number}`,
      one,
    )
    expect(text).toContain('Ben’s telephone')
    expect(text).not.toContain('Re: Notice')
  })

  it.each(['#note', '#NOTIZ\r\n'])('is a note where it begins with %j', async (sign) => {
    const { ben, ticket, notice } = await notified()
    await send(answerTo(notice, ben.email, `${sign}\nShe is a regular.`), replyTo(notice))
    expect(await kindsOf(ticket)).toEqual(['visitor text', 'owner note'])
    expect((await messagesOf(ticket))[1]).toMatchObject({ body: 'She is a regular.' })
  })

  it('is a note after a mention, which is about a note', async () => {
    const { one, ben, ticket } = await notified()
    await server.services.members.rename(one.desk.ownerUid, 'Mara')
    await answerInRoom(one, ticket, { intent: 'note', body: '@Ben is this yours?' })
    const found = (await mailsTo(ben.email)).find(({ subject }) => subject?.includes('mentioned'))
    const mention = found ?? (await lastTo(ben.email))
    expect(mention.text).toContain('your words become a note for your team')
    expect(replyTo(mention)).toMatch(/^n-/)
    await send(answerTo(mention, ben.email, 'Yes.'), replyTo(mention))
    expect(await kindsOf(ticket)).toEqual(['visitor text', 'owner note', 'owner note'])
  })

  it('finds its ticket by the notification’s Message-ID, too', async () => {
    const { one, ben, ticket, notice } = await notified()
    await send(answerTo(notice, ben.email), addressOf(one))
    expect(await kindsOf(ticket)).toEqual(['visitor text', 'owner text'])
  })

  it('is a note where it is unproven or from elsewhere, and a letter says why, once an hour', async () => {
    const { ben, ticket, notice } = await notified('de')
    const raw = answerTo(notice, ben.email, 'At nine.', { 'Message-ID': '<a@guest.example>' })
    expect(await send(raw, replyTo(notice), 'eve@elsewhere.example')).toMatch(/^250 /)
    expect(await kindsOf(ticket)).toEqual(['visitor text', 'owner note unproven'])
    const mail = await lastTo(ben.email)
    expect(mail.subject).toMatch(/^Ihre Antwort wurde nicht gesendet: /)
    expect(mail.text).toContain('nicht von der Adresse Ihres Kontos')
    expect(mail.text).toContain(`/de/dashboard/tickets?ticket=${ticket.number}`)
    expect(mail.inReplyTo).toBe('<a@guest.example>')
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
    expect(headers['auto-submitted']).toBe('auto-replied')
    const private_ = newAddress()
    await send(answerTo(notice, private_), replyTo(notice))
    expect(await messagesOf(ticket)).toMatchObject([
      {},
      {},
      { kind: 'note', mail: { from: private_, unsent: 'unproven' } },
    ])
    expect((await lastTo(ben.email)).messageId).toBe(mail.messageId)
    expect(await mailsTo(private_)).toEqual([])
    server.clock.forward(hour)
    await send(answerTo(notice, private_, 'At ten.'), replyTo(notice))
    expect((await lastTo(ben.email)).messageId).not.toBe(mail.messageId)
  })

  it('is a note where another member has answered since', async () => {
    const { one, ben, email, ticket, notice } = await notified()
    await answerInRoom(one, ticket, { intent: 'reply', body: 'We are closed.' })
    await send(answerTo(notice, ben.email), replyTo(notice))
    expect((await kindsOf(ticket)).at(-1)).toBe('owner note overtaken')
    expect((await lastTo(ben.email)).text).toContain('has answered since')
    expect((await lastTo(email)).text).not.toContain('At nine.')
  })

  it('is a note where the ticket is held, closed, or its words are none', async () => {
    const { one, ben, ticket, notice } = await notified()
    await send(answerTo(notice, ben.email, quoteOf(notice)), replyTo(notice))
    const between = `${quoteOf(notice)}\n\nAt nine.\n\n${quoteOf(notice)}\n\nOr at ten.`
    await send(answerTo(notice, ben.email, between), replyTo(notice))
    await send(answerTo(notice, ben.email, 'At nine. '.repeat(600)), replyTo(notice))
    await answerInRoom(one, ticket, { intent: 'block' })
    await send(answerTo(notice, ben.email), replyTo(notice))
    const unsent = (await messagesOf(ticket)).flatMap(({ mail }) => mail?.unsent ?? [])
    expect(unsent).toEqual(['quoted', 'quoted', 'long', 'closed'])
  })

  it('is their answer where they write below the notification', async () => {
    const { ben, ticket, notice } = await notified()
    const below = `${quoteOf(notice)}\n\nAt nine.\n\n-- \nBen`
    await send(answerTo(notice, ben.email, below), replyTo(notice))
    const [, answer] = await messagesOf(ticket)
    expect(answer).toMatchObject({ author: 'owner', kind: 'text', body: 'At nine.' })
  })

  it('is no answer where the same words come again, as a program sends them', async () => {
    const { one, ben, email, ticket, notice } = await notified()
    await send(answerTo(notice, ben.email, 'I am on holiday.'), replyTo(notice))
    const mail = await lastTo(email)
    await send(answerTo(mail, email, 'Then when?'), replyTo(mail))
    const next = await lastTo(ben.email)
    expect(next.messageId).not.toBe(notice.messageId)
    await send(answerTo(next, ben.email, 'I am on holiday.'), replyTo(next))
    expect((await kindsOf(ticket)).at(-1)).toBe('owner note automatic')
    expect(await heldAt(one)).toEqual([])
  })

  it('is held under spam, unannounced, where a program or a null sender sends it', async () => {
    const { one, ben, ticket, notice } = await notified()
    const before = (await mailsTo(ben.email)).length
    const automatic = { 'Auto-Submitted': 'auto-replied' }
    await send(answerTo(notice, ben.email, 'I am away.', automatic), replyTo(notice))
    await send(answerTo(notice, ben.email), replyTo(notice), '')
    expect(await messagesOf(ticket)).toHaveLength(1)
    expect(await heldAt(one)).toMatchObject([{ heldFor: 'automatic' }, { heldFor: 'automatic' }])
    expect(await mailsTo(ben.email)).toHaveLength(before)
  })

  it('is refused once they are no longer a member, or the address is not ours', async () => {
    const { one, ben, ticket, notice } = await notified()
    const [, number = '', rest = ''] = /^(a-\w+)(-.*)$/.exec(replyTo(notice)) ?? []
    expect(await send(answerTo(notice, ben.email), `${number}9${rest}`)).toMatch(/^550 /)
    await server.services.members.remove(one.desk.id, ben.desk.ownerUid, server.clock.now)
    expect(await send(answerTo(notice, ben.email), replyTo(notice))).toMatch(/^550 /)
    expect(await messagesOf(ticket)).toHaveLength(1)
  })

  it('is theirs, though they have played the guest', async () => {
    const { one, ben } = await notified()
    await send(letter({ headers: by(ben.email), text: 'A trial' }), addressOf(one))
    const trial = await ticketOf(ben.email, one)
    const notice = (await mailsTo(ben.email)).find(({ text }) => text?.includes('A trial'))
    if (!notice) throw new Error('Nobody was notified')
    await send(answerTo(notice, ben.email), addressOf(one))
    expect(await kindsOf(trial)).toEqual(['visitor text', 'owner text'])
  })

  it('to a letter about several tickets reaches nobody, as a letter says', async () => {
    const { one, ben, ticket } = await notified('de')
    for (const text of ['One?', 'Two?'])
      await send(letter({ headers: by(newAddress()), text }), addressOf(one))
    const digest = await lastTo(ben.email)
    expect(replyTo(digest)).toBe(addressOf(one))
    await send(answerTo(digest, ben.email), addressOf(one))
    expect(await heldAt(one)).toMatchObject([{ heldFor: 'notice', visitorEmail: ben.email }])
    const mail = await lastTo(ben.email)
    expect(mail.subject).toMatch(/^Ihre Antwort hat niemanden erreicht: /)
    await send(answerTo(mail, ben.email), addressOf(one))
    expect((await lastTo(ben.email)).messageId).toBe(mail.messageId)
    expect(await messagesOf(ticket)).toHaveLength(1)
  })
})

describe('A guest’s e-mail that a member sends on to the counter', () => {
  /** A counter of two, and a guest who wrote to a member alone. */
  async function team() {
    const { one, ben } = await notified()
    return { one, ben, vera: newAddress() }
  }

  const gmail = (vera: string, above = '') => `<div dir="ltr">${above}<br><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>
From: <strong class="gmail_sendername" dir="auto">Vera Blum</strong>
<span dir="auto">&lt;<a href="mailto:${vera}">${vera}</a>&gt;</span><br>Date: Mon, 5 Jan 2026 at 10:00<br>
Subject: A table<br>To:  &lt;<a href="mailto:ben@guest.example">ben@guest.example</a>&gt;<br></div><br><br>
<div>Do you have a table for six?</div><div>Vera</div></div></div>`

  const forward = (from: string, html: string, parts: string[] = []) =>
    letter({ headers: by(from, { Subject: 'Fwd: A table' }), html, parts })

  it('begins the guest’s conversation, unproven, with who sent it on', async () => {
    const { one, ben, vera } = await team()
    const raw = forward(ben.email, gmail(vera, 'Is this a case for you?'), [picture])
    expect(await send(raw, addressOf(one))).toBe('250 2.0.0 Taken')
    expect(await send(raw, addressOf(one))).toMatch(/^250 /)
    const ticket = await ticketOf(vera, one)
    expect(ticket).toMatchObject({ state: 'open', title: 'A table', visitorName: 'Vera Blum' })
    expect(await messagesOf(ticket)).toMatchObject([
      {
        ...{ author: 'visitor', body: 'Do you have a table for six?\nVera' },
        mail: { from: vera, proven: false, forwarded: { above: 'Is this a case for you?' } },
      },
    ])
    const address = `/dashboard/tickets?desk=${one.desk.publicKey}&ticket=${ticket.number}`
    const shown = textOf((await server.ask(address, one)).text)
    expect(shown).toContain('Forwarded by Ben Kühn')
    expect(shown).toContain('Is this a case for you?')
    expect(shown).toContain('not verified')
    expect(await mailsTo(vera)).toEqual([])
    expect((await lastTo(one.email)).subject).toContain('A table')
    const toBen = await mailsTo(ben.email)
    expect(toBen.filter(({ subject }) => subject?.includes('A table'))).toEqual([])
    await answerInRoom(one, ticket, { intent: 'reply', body: 'At seven.' })
    const mail = await lastTo(vera)
    expect(mail.subject).toBe('Re: A table')
    // Of the thread, not of Ben’s e-mail.
    expect(mail.inReplyTo).toMatch(/^<t\./)
    const [, link = ''] = /(\/chat\?t=[^\s]+)/.exec(mail.text ?? '') ?? []
    const record = await server.ask(`${link.replace('/chat?', '/chat/download?')}&as=json`)
    expect(record.status).toBe(200)
    const { text } = await server.ask(link)
    expect(text).toContain('Plan.txt')
    for (const hidden of ['Is this a case', 'Kühn', ben.email, 'e-mail.eml']) {
      expect(text).not.toContain(hidden)
      expect(record.text).not.toContain(hidden)
    }
  })

  it('may be a file, whose Message-ID the answer then names', async () => {
    const { one, ben, vera } = await team()
    const from = { From: `Vera Blum <${vera}>`, 'Message-ID': '<v@guest.example>' }
    const inside = letter({
      headers: { ...from, Subject: 'A table' },
      text: 'For six?\n\n-- \nVera',
      parts: [picture],
    })
    const raw = letter({
      headers: by(ben.email, { Subject: 'Yours?' }),
      text: 'Please answer.',
      parts: [part('message/rfc822', inside)],
    })
    await send(raw, addressOf(one))
    const ticket = await ticketOf(vera, one)
    const [message] = await messagesOf(ticket)
    expect(message).toMatchObject({ body: 'For six?', mail: { quoted: '-- \nVera' } })
    expect(message?.mail?.forwarded).toEqual({ above: 'Please answer.' })
    expect(message?.attachments?.map(({ name }) => name)).toContain('Plan.txt')
    await answerInRoom(one, ticket, { intent: 'reply', body: 'At seven.' })
    expect((await lastTo(vera)).inReplyTo).toBe('<v@guest.example>')
  })

  it('stays the member’s own where it names no guest, or a colleague', async () => {
    const { one, ben } = await team()
    for (const [index, html] of ['<p>See below.</p>', gmail(one.email)].entries()) {
      await send(forward(ben.email, html), addressOf(one))
      const own = await server.services.tickets.listOfVisitor(one.desk.id, ben.email, 9)
      expect(own).toHaveLength(index + 1)
    }
  })

  it('is held where nothing proves that the member sent it on', async () => {
    const { one, ben, vera } = await team()
    await send(forward(ben.email, gmail(vera)), addressOf(one), 'eve@elsewhere.example')
    expect(await heldAt(one)).toMatchObject([{ heldFor: 'member', visitorEmail: ben.email }])
  })
})
