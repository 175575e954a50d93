import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ticket } from '~/domain/tickets/tickets'
import { ticketSecret } from '~/http/links/ticket-link.server'
import { withoutLimits } from '../support/app'
import { elements, textOf } from '../support/html'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import { minute, type Owner, openTestServer, type TestServer } from '../support/test-server'

/** E-mails of our own making, one of a kind, each with what becomes of it beside it. */
const folder = join(import.meta.dirname, '../e-mails')

const names = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.replace('.eml', ''))

let server: TestServer
let owner: Owner
const tickets = new Map<string, Ticket>()
let answers: Email[] = []

beforeAll(async () => {
  server = await openTestServer({
    environment: { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' },
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })
  owner = await server.signUp()
  for (const name of names) await take(name)
  // A run sends some of those that are due.
  for (let run = 0; run < 10; run++) {
    server.clock.forward(3 * minute)
    await server.runDue()
  }
  const written = readdirSync(server.folder, { recursive: true, encoding: 'utf8' })
  const files = written.filter((name) => name.endsWith('.eml')).sort()
  answers = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(join(server.folder, name)))),
  )
}, 300_000)
afterAll(() => server.close())

const addressOf = ({ number }: Ticket) => `/dashboard/tickets?ticket=${number}`

/** Hands an e-mail over, and answers it. */
async function take(name: string) {
  const raw = Buffer.from(
    readFileSync(join(folder, `${name}.eml`), 'latin1').replace(/\r?\n/g, '\r\n'),
    'latin1',
  )
  const from = /^Return-Path: <>/m.test(raw.toString('latin1')) ? '' : `${name}@guest.example`
  const to = [`${owner.desk.publicKey}@in.example.com`]
  const sent = async () => (await sendBySmtp(server.smtpPort ?? 0, { raw, from, to })).at(-1)
  // As mail servers do: the first one waits for the reader to load.
  const said = await sent()
  expect(said?.startsWith('4') ? await sent() : said, name).toMatch(/^250 /)
  const ticket = (await server.services.tickets.listAll(owner.desk.id, 0, 1_000)).at(-1)
  if (!ticket) throw new Error(`Nothing became of ${name}`)
  tickets.set(name, ticket)
  const page = await server.ask(addressOf(ticket), { cookie: owner.cookie })
  const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const form = { intent: 'reply', key, body: `Answer: ${name}.` }
  const answered = await server.ask(addressOf(ticket), { cookie: owner.cookie, form })
  expect(answered.status, name).toBe(ticket.state === 'held' ? 409 : 303)
}

/** A message as a page shows it. */
function messageIn(page: string) {
  const start = page.indexOf('id="m-1"')
  const by = page.indexOf('<p class="by">', start)
  const html = page
    .slice(page.indexOf('>', start) + 1, by)
    .replace(/<details class="letter[^"]*">.*?<\/details>/s, '')
  const [shown = '', folded] = html.split(/<details class="quoted">|<\/details>/)
  const words = (part = '') =>
    elements(part, 'p')
      .filter(({ attributes }) => attributes.class === 'words')
      .map(({ text }) => text)
      .join('\n')
  const rest = html.replace(/<details class="quoted">.*?<\/details>/s, '')
  const notes = elements(rest, 'p').filter(({ attributes }) => attributes.class === 'quiet')
  return {
    words: words(shown),
    ...(folded && { folded: words(folded) }),
    files: elements(rest, 'a')
      .filter(({ attributes }) => attributes.href?.includes('/files?'))
      .map(({ text }) => text),
    notes: notes.map(({ text }) => text),
    by: textOf(page.slice(by, page.indexOf('<time', by))).replace(/,\s*$/, ''),
  }
}

it.each(names)('%s comes in, is read on both sides and is answered', async (name) => {
  const ticket = tickets.get(name)
  if (!ticket) throw new Error(`Nothing became of ${name}`)
  const scope = { deskId: ticket.deskId, number: ticket.number }
  const [message] = await server.services.tickets.messages(scope, 0, 1)
  const secret = ticketSecret(server.secrets[0] ?? '', ticket.deskId, message?.mail?.key ?? '')
  const member = await server.ask(addressOf(ticket), { cookie: owner.cookie })
  const guest = await server.ask(`/chat?t=${secret}`)
  const answer = answers.find(({ text = '' }) =>
    text
      .split(/[\s>]+/)
      .join(' ')
      .includes(`Answer: ${name}.`),
  )
  const became = {
    member: { title: ticket.title, state: ticket.state, ...messageIn(member.text) },
    guest: guest.status === 200 ? messageIn(guest.text) : guest.status,
    answer: answer
      ? {
          to: answer.to?.[0]?.address,
          subject: answer.subject,
          references: answer.references?.split(' ').slice(1),
        }
      : 'none',
  }
  await expect(`${JSON.stringify(became, null, 2)}\n`).toMatchFileSnapshot(
    join(folder, `${name}.json`),
  )
})
