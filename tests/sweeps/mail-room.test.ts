import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '~/config'
import type { Ticket } from '~/domain/tickets/tickets'
import { withLimits, withoutLimits } from '../support/app'
import { textOf } from '../support/html'
import { file, letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import {
  hour,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

const postSecret = 'r4nd0m-characters-enough-for-a-hmac-key'
const environment = {
  MAIL_IN: 'smtp://127.0.0.1:0,post',
  MAIL_IN_SECRET: postSecret,
  MAIL_IN_DOMAIN: 'in.example.com',
}

/** Megabytes of a desk: strangers may have half, a network three quarters of that, one sender half of it. */
const megabytes = 4

/** Desks with little room. */
function withSmallDesks<Given extends Services>(services: Given): Given {
  const grants = { storageMegabytes: megabytes - 200 }
  const ends = { from: new Date(0), until: new Date(8e15), createdAt: new Date(0) }
  const listEffective = async (deskId: string) => [
    { id: deskId, deskId, orderId: '', productId: '', grants, ...ends },
  ]
  return { ...services, entitlements: { ...services.entitlements, listEffective } }
}

const addressOf = ({ desk }: Owner) => `${desk.publicKey}@in.example.com`

const stranger = () => newEmail().replace('@', '@mail.').replace('example.com', 'elsewhere.example')
const guest = () => newEmail().replace('example.com', 'guest.example')

/** About 0.5 MB as an e-mail, of which a PDF is three quarters. */
const withPdf = (from: string, text = 'See the plan', bytes = 350_000) => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes)])
  const headers = { From: from, 'Message-ID': `<${newEmail()}>` }
  return letter({ headers, text, parts: [file('plan.pdf', 'application/pdf', pdf)] })
}

describe('A desk with little room', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await openTestServer({
      environment,
      arrange: (services) => withSmallDesks(withOwnDns(withoutLimits.arrange(services))),
    })
  })
  afterAll(() => server.close())

  const send = async (owner: Owner, raw: string, place?: string) =>
    (await sendBySmtp(server.smtpPort ?? 0, { raw, to: [addressOf(owner)], place })).at(-1)

  const ticketsAt = ({ desk }: Owner) => server.services.tickets.listAll(desk.id, 0, 99)
  const usedAt = ({ desk }: Owner, source = '') =>
    server.services.attachments.used({ deskId: desk.id, source }, server.clock.now)

  async function filesIn({ deskId, number }: Ticket) {
    const [message] = await server.services.tickets.messages({ deskId, number }, 0, 9)
    return message?.attachments?.map(({ name }) => name)
  }

  it('says 452 to an e-mail whose files have no room, and takes it whole once there is some', async () => {
    const owner = await server.signUp()
    const raws = [1, 2, 3].map((each) => withPdf(stranger(), `Plan ${each}`))
    expect(await send(owner, raws[0] ?? '')).toMatch(/^250 /)
    expect(await send(owner, raws[1] ?? '')).toMatch(/^250 /)
    for (let again = 0; again < 3; again++) {
      expect(await send(owner, raws[2] ?? '')).toMatch(/^452 4\.2\.2 /)
    }
    const [first, ...others] = await ticketsAt(owner)
    expect(others.map(({ latest }) => latest)).toEqual(['Plan 2'])
    if (!first) throw new Error('There is no ticket')
    await server.services.tickets.move(first, () => ({ firstReplyAt: server.clock.now }))
    expect(await send(owner, raws[2] ?? '')).toMatch(/^250 /)
    for (const ticket of await ticketsAt(owner)) {
      expect(await filesIn(ticket)).toEqual(['plan.pdf', 'e-mail.eml'])
    }
    // A file counts once, as it came.
    const sent = raws.reduce((sum, raw) => sum + raw.length, 0)
    expect((await usedAt(owner)).desk).toBe(sent + raws.length * '\r\n'.length)
  })

  it('tells who posts an e-mail that there is no room', async () => {
    const owner = await server.signUp()
    const post = async (raw: string) => {
      const seconds = Math.floor(server.clock.now.getTime() / 1_000)
      const query = `from=a&to=${encodeURIComponent(addressOf(owner))}`
      const mac = createHmac('sha256', postSecret).update(`${seconds}.${query}\n${raw}`)
      const headers = { 'Tresen-Signature': `t=${seconds},v1=${mac.digest('hex')}` }
      return server.ask(`/mail?${query}`, { method: 'POST', body: raw, headers })
    }
    for (const status of [200, 200, 507]) {
      const { status: answered, headers } = await post(withPdf(stranger()))
      expect([answered, headers.has('retry-after')]).toEqual([status, status === 507])
    }
  })

  it('takes words without files although it is full', async () => {
    const owner = await server.signUp()
    const place = '127.0.51.1'
    const large = () => send(owner, withPdf(stranger()), place)
    while ((await large())?.startsWith('250')) {}
    const sizes = [100_000, 10_000, 1_000, 100, 1]
    for (const size of sizes) {
      while ((await send(owner, withPdf(stranger(), '', size), place))?.startsWith('250')) {}
    }
    const headers = { From: stranger(), 'Message-ID': `<${newEmail()}>` }
    const raw = letter({ headers, text: 'Only words. '.repeat(200) })
    expect(await send(owner, raw, place)).toMatch(/^250 /)
    const last = (await ticketsAt(owner)).at(-1)
    expect(last?.latest).toContain('Only words.')
    expect(last && (await filesIn(last))).toBeUndefined()
  })

  it('cannot be filled by a connection with made-up senders: a guest’s photo still comes in', async () => {
    const owner = await server.signUp()
    const replies: (string | undefined)[] = []
    for (let sender = 1; sender <= 6; sender++) {
      const from = `eve@made-up-${sender}.example`
      replies.push(await send(owner, withPdf(from), '127.0.52.1'))
    }
    expect(replies.filter((reply) => reply?.startsWith('250'))).toHaveLength(2)
    const address = `/chat?desk=${owner.desk.publicKey}`
    const { text } = await server.ask(address)
    const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const form = new FormData()
    form.set('key', key)
    form.set('body', 'See the list')
    form.set('files', new File(['A cup. '.repeat(100_000)], 'list.txt', { type: 'text/plain' }))
    const headers = { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' }
    const sent = await fetch(server.origin + address, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers,
    })
    expect(sent.status).toBe(303)
    const last = (await ticketsAt(owner)).at(-1)
    expect(last && (await filesIn(last))).toEqual(['list.txt'])
  })

  it('counts what proven senders of one domain send by their addresses', async () => {
    const owner = await server.signUp()
    const replies: (string | undefined)[] = []
    for (const from of [guest(), guest(), guest(), guest()]) {
      replies.push((await send(owner, withPdf(from)))?.slice(0, 3))
    }
    // Three quarters of the strangers' share, whatever a network proves: the rest is for others.
    expect(replies).toEqual(['250', '250', '250', '452'])
  })

  it('tells its people that e-mails with files wait for room', async () => {
    const owner = await server.signUp()
    const saysSo = async (language: 'en' | 'de') => {
      const path = `${language === 'de' ? '/de' : ''}/dashboard/tickets`
      const { text } = await server.ask(path, { cookie: owner.cookie })
      return textOf(text).includes(words[language].history.noFileRoom)
    }
    expect(await saysSo('en')).toBe(false)
    for (const place of ['127.0.53.1', '127.0.54.1']) {
      for (let count = 0; count < 2; count++) await send(owner, withPdf(stranger()), place)
    }
    expect([await saysSo('en'), await saysSo('de')]).toEqual([true, true])
  })
})

describe('A flood of e-mails', () => {
  let server: TestServer
  let owner: Owner

  beforeAll(async () => {
    server = await openTestServer({ environment, limited: withLimits, arrange: withOwnDns })
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  async function flood(count: number, from: () => string, place: string): Promise<Ticket[]> {
    const before = (await server.services.tickets.listAll(owner.desk.id, 0, 999)).length
    for (let number = 1; number <= count; number++) {
      const headers = { From: from(), 'Message-ID': `<${newEmail()}>` }
      const raw = letter({ headers, text: `Message ${number}` })
      const said = await sendBySmtp(server.smtpPort ?? 0, { raw, to: [addressOf(owner)], place })
      expect(said.at(-1)).toMatch(/^250 /)
    }
    return (await server.services.tickets.listAll(owner.desk.id, 0, 999)).slice(before)
  }

  const held = (tickets: Ticket[]) => tickets.filter(({ heldFor }) => heldFor).length

  it('of strangers is held from the twenty-first on, that of proven senders never is', async () => {
    expect(held(await flood(25, stranger, '127.0.61.1'))).toBe(5)
    expect(held(await flood(25, guest, '127.0.0.1'))).toBe(0)
  })

  it('of people whom the desk has answered or who ordered comes in whole', async () => {
    const { tickets, orders } = server.services
    const customers = Array.from({ length: 25 }, stranger)
    const asked = [...customers]
    const first = await flood(25, () => asked.pop() ?? '', '127.0.62.1')
    for (const { deskId, number } of first) {
      await tickets.move({ deskId, number }, () => ({
        firstReplyAt: server.clock.now,
        state: 'closed',
        heldFor: undefined,
      }))
    }
    const again = [...customers]
    const second = await flood(25, () => again.pop() ?? '', '127.0.63.1')
    expect(held(second)).toBe(0)
    expect(second.map(({ visitorEmail }) => visitorEmail)).toEqual(customers.toReversed())
    const buyer = stranger()
    const find = orders.listOfCustomer
    orders.listOfCustomer = async (email, limit) =>
      email === buyer ? ([{}] as never) : find(email, limit)
    expect(held(await flood(1, () => buyer, '127.0.64.1'))).toBe(0)
    orders.listOfCustomer = find
    expect(held(await flood(1, stranger, '127.0.64.1'))).toBe(1)
    server.clock.forward(hour)
  })

  it('in a member’s name that nothing proves is held', async () => {
    const [ticket] = await flood(1, () => owner.email, '127.0.65.1')
    expect(ticket).toMatchObject({ state: 'held', heldFor: 'member' })
    const address = `/dashboard/tickets?ticket=${ticket?.number}`
    const { text } = await server.ask(address, { cookie: owner.cookie })
    expect(textOf(text)).toContain(words.en.history.reasons.member)
  })
})
