import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutLimits } from '../support/app'
import { hostile, kinds } from '../support/guest-files'
import { elements, field, textOf } from '../support/html'
import { file, letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'
import { fillCart, openCheckout, order, typed } from '../support/till'
import { filesIn, keptIn, type Sent, sendFiles, written } from '../support/uploads'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  owner = await server.signUp()
})
afterAll(() => server.close())

const { files: errors } = words.en
type Reason = keyof typeof words.en.mailmarks.why
type Kind = keyof typeof words.en.thread.kinds

/** Each way for files to come, how many at once, and the page that shows them, with its reader's cookie. */
const ways: Record<
  string,
  { most: number; send(sent: Sent[]): Promise<{ page: string; cookie: string }> }
> = {
  'in the chat': {
    most: 5,
    async send(sent) {
      const { location } = await sendFiles(server, '/chat', written('Files'), sent)
      return { page: (await server.ask(location)).text, cookie: '' }
    },
  },
  'with a question about an order': {
    most: 5,
    async send(sent) {
      const { path, fields } = await question()
      const { location } = await sendFiles(server, path, { ...fields, key: randomUUID() }, sent)
      return { page: (await server.ask(location.replace('/de/', '/'))).text, cookie: '' }
    },
  },
  'with a first message of the desk': {
    most: 5,
    async send(sent) {
      const { cookie } = owner
      const key = randomUUID().replaceAll('-', '')
      const fields = { intent: 'send', email: newEmail(), name: 'Vera', language: 'en' }
      const all = { ...fields, key, body: 'Files' }
      const { location } = await sendFiles(server, '/dashboard/tickets/new', all, sent, cookie)
      return { page: (await server.ask(location, { cookie })).text, cookie }
    },
  },
  'with an answer of the desk': {
    most: 5,
    async send(sent) {
      const { cookie } = owner
      await sendFiles(server, '/chat', written('A question'), [])
      const { tickets } = await server.services.tickets.list(owner.desk.id, { order: 'newest' }, 1)
      const path = `/dashboard/tickets?ticket=${tickets[0]?.number}`
      const { text } = await server.ask(path, { cookie })
      const [key, seen] = [field(text, 'key').value, field(text, 'seen').value]
      const fields = { intent: 'reply', key, seen, body: 'Files' }
      expect((await sendFiles(server, path, fields, sent, cookie)).status).toBe(303)
      return { page: (await server.ask(path, { cookie })).text, cookie }
    },
  },
  'by e-mail': {
    most: 20,
    async send(sent) {
      const parts = sent.map(({ name, bytes }) =>
        file(name, 'application/octet-stream', Buffer.from(bytes)),
      )
      return { page: await pageOfMail(parts), cookie: owner.cookie }
    },
  },
}

/** Where the page of a new order leads for questions, with what is filled in there. */
async function question() {
  const cart = await fillCart(server, { 'house-coffee': 1 })
  const placed = await order(server, cart, await openCheckout(server, cart))
  const links = elements((await server.ask(placed.location)).text, 'a')
  const link = links.find(({ text }) => text === words.de.order.question)
  const path = textOf(link?.attributes.href ?? '')
  const { text } = await server.ask(path)
  const names = ['body', 'name', 'email']
  const fields = Object.fromEntries(names.map((name) => [name, field(text, name).value]))
  return { path, fields }
}

async function pageOfMail(parts: string[]): Promise<string> {
  const email = newEmail().replace('example.com', 'guest.example')
  const headers = { From: `Ada <${email}>`, 'Message-ID': `<${newEmail()}>` }
  const raw = letter({ headers, text: 'Files', parts })
  await sendBySmtp(server.smtpPort ?? 0, { raw, to: [`${owner.desk.publicKey}@in.example.com`] })
  const [ticket] = await server.services.tickets.listOfVisitor(owner.desk.id, email, 1)
  return (await server.ask(`/dashboard/tickets?ticket=${ticket?.number}`, owner)).text
}

describe('A file of each kind', () => {
  it.each(Object.entries(ways))(
    '%s is kept as what it is, and shown only if it was drawn here',
    async (_, { most, send }) => {
      for (let at = 0; at < kinds.length; at += most) {
        const some = kinds.slice(at, at + most)
        const { page, cookie } = await send(
          await Promise.all(some.map(async ([name, make]) => ({ name, bytes: await make() }))),
        )
        for (const [index, [, , kept]] of some.entries()) {
          const shown = filesIn(page)[index]
          const word = words.en.thread.kinds[kept.kind as Kind]
          expect(shown?.text).toContain(`${kept.as} ${word}, `)
          const { headers } = await server.ask(shown?.address ?? '', { cookie })
          expect([kept.as, headers.get('Content-Type')?.split(';')[0]]).toEqual([
            kept.as,
            kept.type,
          ])
          expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
          expect(headers.get('Content-Security-Policy')).toMatch(/^sandbox; default-src 'none'/)
          const place = kept.kind === 'picture' ? 'inline' : 'attachment'
          expect(headers.get('Content-Disposition')?.split(';')[0]).toBe(place)
        }
      }
    },
  )
})

describe('A hostile file', () => {
  it.each(hostile)('in a form, %s, is refused with its name and why', async (name, make, why) => {
    const before = keptIn(server.folder).length
    const { status, text } = await sendFiles(server, '/chat', written('A file'), [
      { name, bytes: await make() },
    ])
    expect(status).toBe(400)
    const sentence = errors[why as keyof typeof errors].replace('{{name}}', name)
    expect(field(text, 'files').described).toContain(sentence)
    expect(keptIn(server.folder)).toHaveLength(before)
  })

  it('about an order is refused beside the field, with all that was filled in', async () => {
    const { path, fields } = await question()
    expect(fields).toMatchObject({ body: expect.stringContaining('Nr. 1'), email: typed.email })
    for (const [name, make, why] of hostile) {
      const all: Record<string, string> = {
        ...fields,
        key: randomUUID(),
        body: `${fields.body}like this?`,
      }
      const sent = [{ name, bytes: await make() }]
      const { status, text } = await sendFiles(server, path, all, sent)
      const sentence = words.de.files[why as keyof typeof errors]
      expect([name, status]).toEqual([name, 400])
      expect(field(text, 'files').described).toContain(sentence.replace('{{name}}', name))
      for (const each of ['body', 'name', 'email'] as const)
        expect(field(text, each).value).toBe(all[each])
    }
  })

  it('in an e-mail is named with why, is in the original alone, and keeps out no other', async () => {
    const all = [...hostile.slice(0, 19), ['good.txt', () => 'words', ''] as const]
    const parts = await Promise.all(
      all.map(async ([name, make]) => file(name, 'image/png', Buffer.from(await make()))),
    )
    const page = await pageOfMail(parts)
    const named = hostile
      .slice(0, 19)
      .map(([name, , why]) => `${name} (${words.en.mailmarks.why[why as Reason]})`)
    expect(textOf(page)).toContain(named.join(', '))
    expect(filesIn(page).map(({ text }) => text.split(' ')[0])).toEqual(['good.txt', 'e-mail.eml'])
  })
})
