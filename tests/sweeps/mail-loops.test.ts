import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exampleMember } from '../contracts/examples'
import { withLimits, withoutLimits } from '../support/app'
import { letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  minute,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  verify,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

/** An installation whose e-mails come from a mailbox that forwards to its desk, so that each reply returns. */
interface House {
  name: string
  mailbox: string
  server: TestServer
  owner: Owner
  carried: Set<string>
}

const houses: House[] = []

async function open(name: string, limits?: 'limited'): Promise<House> {
  const mailbox = `${name}@guest.example`
  const server = await openTestServer({
    environment: {
      MAIL_FROM: `Counter <${mailbox}>`,
      SESSION_SECRET: randomBytes(32).toString('hex'),
      MAIL_IN: 'smtp://127.0.0.1:0',
      MAIL_IN_DOMAIN: `in.${name}.example`,
    },
    ...(limits === 'limited'
      ? { limited: withLimits, arrange: withOwnDns }
      : { arrange: (services) => withOwnDns(withoutLimits.arrange(services)) }),
  })
  const owner = await server.signUp()
  return { name, mailbox, server, owner, carried: new Set() }
}

beforeEach(async () => {
  houses.push(await open('one'), await open('other'))
})
afterEach(async () => {
  for (const { server } of houses.splice(0)) await server.close()
})

/** Hands over what has been written since, as the mail servers between them would; how many. */
async function carry(withReplyTo: boolean): Promise<number> {
  let carried = 0
  for (const from of houses) {
    await from.server.runDue()
    const names = readdirSync(from.server.folder, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => each.endsWith('.eml') && !from.carried.has(each))) {
      from.carried.add(name)
      const written = readFileSync(join(from.server.folder, name), 'latin1')
      const raw = Buffer.from(
        withReplyTo ? written : written.replace(/^Reply-To:.*\r\n/m, ''),
        'latin1',
      )
      const address = (await PostalMime.parse(raw)).to?.[0]?.address ?? ''
      const to = houses.find((house) => address.endsWith(`@in.${house.name}.example`))
      const forwarded = houses.find(({ mailbox }) => mailbox === address)
      const house = to ?? forwarded
      if (!house) continue
      const desk = `${house.owner.desk.publicKey}@in.${house.name}.example`
      const recipient = to ? address : desk
      await sendBySmtp(house.server.smtpPort ?? 0, { raw, from: from.mailbox, to: [recipient] })
      carried += 1
    }
  }
  return carried
}

/** A program that answers each e-mail, as one of the worst does: with no header that says so. */
function responder(house: House, email: string, words: (turn: number) => string) {
  const answered = new Set<string>()
  return async () => {
    await house.server.runDue()
    for (const mail of await mailsIn(house.server.folder, email)) {
      const id = mail.messageId ?? ''
      if (answered.has(id)) continue
      answered.add(id)
      const headers = {
        ...{ From: `<${email}>`, Subject: `Re: ${mail.subject}`, 'In-Reply-To': id },
        'Message-ID': `<${answered.size}.${email}>`,
      }
      const to = [mail.replyTo?.[0]?.address ?? '']
      const raw = letter({ headers, text: words(answered.size) })
      await sendBySmtp(house.server.smtpPort ?? 0, { raw, from: email, to })
    }
    return answered.size
  }
}

const newAddress = () => newEmail().replace('example.com', 'guest.example')

/** Each letter of the desk is answered within half an hour. */
it.each([
  ['the same words', () => 'I am away.', 1],
  ['other words each time', (turn: number) => `I am away, as I said ${turn} times.`, 20],
])(
  'programs of a member and a guest that answer with %s come to an end',
  async (_, words, most) => {
    const house = await open('third', 'limited')
    houses.push(house)
    const { server, owner } = house
    const [guest, email] = [newAddress(), newAddress()]
    const member = await server.signUp(email)
    await verify(server.ask, member.cookie, member.desk.ownerUid)
    const at = { joinedAt: server.clock.now, chosenAt: server.clock.now, reader: 'reader-of-ben' }
    await server.services.members.join(exampleMember(owner.desk.id, member.desk.ownerUid, at))
    const raw = letter({ headers: { From: `<${guest}>` }, text: 'May I come?' })
    const to = [`${owner.desk.publicKey}@in.third.example`]
    await sendBySmtp(server.smtpPort ?? 0, { raw, from: guest, to })
    const programs = [responder(house, email, words), responder(house, guest, words)]
    const counts: number[] = []
    for (let half = 0; half < 30; half++) {
      server.clock.forward(30 * minute)
      let count = 0
      for (const answer of programs) count += await answer()
      counts.push(count)
    }
    const [ticket] = await server.services.tickets.listOfVisitor(owner.desk.id, guest, 1)
    if (!ticket) throw new Error('There is no ticket')
    const messages = await server.services.tickets.messages(ticket, 0, 500)
    const answers = messages.filter(({ author, kind }) => author === 'owner' && kind === 'text')
    expect(answers).toHaveLength(most)
    expect(counts.at(-1)).toBe(counts.at(-8))
  },
)

async function writeTo(email: string, { server, owner }: House): Promise<void> {
  const page = await server.ask('/dashboard/tickets/new', { cookie: owner.cookie })
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const form = { intent: 'send', key, name: '', email, language: 'en', body: 'Hello!' }
  const sent = await server.ask('/dashboard/tickets/new', { cookie: owner.cookie, form })
  expect(sent.status).toBe(303)
}

/** With Reply-To a desk is answered itself, without it the mailbox that its e-mails come from. */
it.each([
  ['', true, 1],
  [', though no e-mail says whom to answer', false, 2],
])('two desks that write to each other come to an end%s', async (_, withReplyTo, most) => {
  const [one, other] = houses
  if (!one || !other) throw new Error('There are no houses')
  const address = `${other.owner.desk.publicKey}@in.other.example`
  await writeTo(address, one)
  let letters = 0
  let quiet = 0
  for (let round = 0; round < 60 && quiet < 24; round++) {
    for (const { server } of houses) server.clock.forward(30 * minute)
    const carried = await carry(withReplyTo)
    letters += carried
    quiet = carried === 0 ? quiet + 1 : 0
  }
  expect(quiet).toBe(24)
  // What was written and, to a proven address, its receipt.
  expect(letters).toBe(most)
  const [ticket] = await other.server.services.tickets.listAll(other.owner.desk.id, 0, 9)
  expect(ticket?.state).toBe('open')
  const answersTo = withReplyTo ? /^\w+\+\w+@in\.one\.example$/ : /^one@guest\.example$/
  expect(ticket?.visitorEmail).toMatch(answersTo)
  expect(ticket?.latest).toContain('Hello!')
})

it('a desk that writes from one of its addresses to another never answers itself', async () => {
  const [house] = houses
  if (!house) throw new Error('There is no house')
  const { server, owner } = house
  for (const name of ['info', 'orders']) {
    const alias = { name, deskId: owner.desk.id, chosenAt: server.clock.now }
    await server.services.mailAliases.add(alias, 5)
  }
  const [info, orders] = ['info@in.one.example', 'orders@in.one.example']
  await writeTo(orders, house)
  // Without our Message-ID, as a program that rewrites e-mails sends it.
  const raw = letter({ headers: { From: `<${info}>` }, text: 'From info' })
  await sendBySmtp(server.smtpPort ?? 0, { raw, from: info, to: [orders] })
  let letters = 0
  for (let round = 0; round < 12; round++) {
    server.clock.forward(30 * minute)
    letters += await carry(true)
  }
  expect(letters).toBe(1)
  const tickets = await server.services.tickets.listAll(owner.desk.id, 0, 9)
  expect(tickets.map(({ heldFor, writtenTo }) => [heldFor, writtenTo])).toEqual([
    [undefined, undefined],
    ['automatic', 'orders'],
    ['automatic', 'orders'],
  ])
})
