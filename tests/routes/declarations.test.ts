import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withLimits } from '../support/app'
import { elements, field, textOf } from '../support/html'
import {
  hour,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

const { withdrawal: declaration, mails, layout, legal } = words.de

describe('What a customer declares of a contract, without an account', () => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  /** The mails to an address, once everything due has left. */
  async function mailsTo(address: string) {
    await server.runDue()
    const files = readdirSync(server.folder, { recursive: true, encoding: 'utf8' })
    const raw = files.filter((file) => file.endsWith('.eml')).sort()
    const read = await Promise.all(
      raw.map((file) => PostalMime.parse(readFileSync(join(server.folder, file)))),
    )
    return read.filter((mail) => mail.to?.[0]?.address === address)
  }

  async function ticketsOf(email: string) {
    const tickets = await server.services.tickets.listAll(owner.desk.id, 0, 100)
    return tickets.filter(({ visitorEmail }) => visitorEmail === email)
  }

  const withdrawal = (email: string, contract = 'Nr. 1007') => ({
    name: 'Lena Köhler',
    contract,
    email,
  })
  const start = '/de/withdrawal?withdraw'

  test('a withdrawal takes three fields, a look at them, and one more press', async () => {
    const email = newEmail()
    const form = await server.ask(start)
    expect(elements(form.text, 'input').map(({ attributes }) => attributes.name)).toEqual([
      'name',
      'contract',
      'email',
    ])
    // Else the browser asks for one field after the other, in its own language.
    const validates = elements(form.text, 'form').map(({ attributes }) => attributes.novalidate)
    expect(validates).toContain('')
    const first = await server.ask(start, { form: withdrawal(email) })
    expect(first.status).toBe(303)
    expect(first.location).not.toContain('1007')
    expect(await mailsTo(email)).toEqual([])

    const confirm = await server.ask(first.location)
    for (const value of Object.values(withdrawal(email))) {
      expect(textOf(confirm.text)).toContain(value)
    }
    expect(elements(confirm.text, 'button').map(({ text }) => text)).toContain(
      'Widerruf bestätigen',
    )
    const second = await server.ask(first.location, { form: {} })
    expect(second.status).toBe(303)
    const receipt = await server.ask(second.location)
    expect(receipt.status).toBe(200)
    const instruction = await server.ask('/de/withdrawal')
    expect(textOf(instruction.text)).toContain(legal.print)
    // A form is not printed, and a receipt says so once.
    for (const { text } of [form, confirm, receipt]) expect(textOf(text)).not.toContain(legal.print)
    expect(textOf(receipt.text).match(/drucken/gi)).toHaveLength(1)
    expect(receipt.headers.get('Cache-Control')).toBe('private, no-store')
    const text = textOf(receipt.text)
    for (const each of [mails.declaration.withdrawalHeading, 'Nr. 1007', 'Lena Köhler', 'ME']) {
      expect(text).toContain(each)
    }

    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Eingang Ihres Widerrufs: Nr. 1007')
    for (const each of [declaration.withdraws, 'Lena Köhler', /\d{4},\s\d{1,2}:\d\d\sUhr\s\(ME/]) {
      expect(mail?.text).toMatch(each)
    }
    const [ticket, ...more] = await ticketsOf(email)
    expect(more).toEqual([])
    expect(ticket).toMatchObject({ state: 'open', visitorName: 'Lena Köhler' })
  })

  test('pressing often, and in several tabs, declares it once', async () => {
    const email = newEmail()
    const { location } = await server.ask(start, { form: withdrawal(email) })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.ask(location, { form: {} })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]))
    const pages = await Promise.all(replies.map((reply) => server.ask(reply.location)))
    expect(new Set(pages.map(({ text }) => textOf(text))).size).toBe(1)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await ticketsOf(email)).toHaveLength(1)
  })

  test('a withdrawal written twice on a day is one, and on another day another', async () => {
    const email = newEmail()
    const declare = async () => {
      const { location } = await server.ask(start, { form: withdrawal(email) })
      return textOf((await server.ask((await server.ask(location, { form: {} })).location)).text)
    }
    const first = await declare()
    expect(await declare()).toBe(first)
    expect(await ticketsOf(email)).toMatchObject([{ subject: 'Widerruf: Nr. 1007' }])
    expect(await mailsTo(email)).toHaveLength(1)
    server.clock.now = new Date(server.clock.now.getTime() + 24 * hour)
    await declare()
    expect(await ticketsOf(email)).toHaveLength(2)
  })

  test('a form that lacks something comes back as it was, with what is missing beside it', async () => {
    const form = { name: 'Lena', contract: ' ', email: 'lena' }
    const { status, text } = await server.ask(start, { form })
    expect(status).toBe(400)
    expect(field(text, 'name')).toMatchObject({ value: 'Lena', invalid: false })
    expect(field(text, 'contract')).toMatchObject({ invalid: true, focused: true })
    expect(field(text, 'email')).toMatchObject({ value: 'lena', invalid: true })
  })

  test('a termination is one page with the button, and the same from two forms is one', async () => {
    const email = newEmail()
    const page = await server.ask('/de/withdrawal?cancel')
    for (const name of ['title', 'h1']) {
      const [heading] = elements(page.text, name)
      expect(heading?.text).toContain(layout.cancel)
    }
    expect(elements(page.text, 'button').map(({ text }) => text)).toContain('Jetzt kündigen')
    const form = { ...withdrawal(email), cause: 'important', reason: '' }
    const refused = await server.ask('/de/withdrawal?cancel', { form })
    expect([refused.status, field(refused.text, 'reason').invalid]).toEqual([400, true])

    const whole = { ...form, reason: 'Wir schließen.', endsOn: '31.12.2026' }
    const sent = await server.ask('/de/withdrawal?cancel', { form: whole })
    expect(sent.status).toBe(303)
    const again = await server.ask('/de/withdrawal?cancel', { form: whole })
    expect(again.status).toBe(303)
    const receipts = await Promise.all(
      [sent, again].map(async ({ location }) => textOf((await server.ask(location)).text)),
    )
    expect(receipts[1]).toBe(receipts[0])
    expect(await ticketsOf(email)).toHaveLength(1)
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    for (const each of ['Wir schließen.', '31.12.2026', declaration.terminates, 'Nr. 1007']) {
      expect(mail?.text).toContain(each)
    }
    // Another contract is another declaration.
    const another = { ...whole, contract: 'Nr. 1008' }
    expect((await server.ask('/de/withdrawal?cancel', { form: another })).status).toBe(303)
    expect(await ticketsOf(email)).toHaveLength(2)
  })

  test('nobody can fill a stranger’s mailbox, and still each declaration is taken', async () => {
    const email = newEmail()
    const { limited, close } = await openLimited()
    for (let time = 0; time < 7; time += 1) {
      const { location } = await limited.ask(start, { form: withdrawal(email, `Nr. ${time}`) })
      const { status, location: receipt } = await limited.ask(location, { form: {} })
      expect(status).toBe(303)
      const { text } = await limited.ask(receipt)
      expect(textOf(text).includes(declaration.notMailed)).toBe(time >= 5)
    }
    await close()
  })

  async function openLimited() {
    const limited = await openTestServer({ limited: withLimits })
    await limited.signUp()
    return { limited, close: () => limited.close() }
  }

  test('addresses that are not ours open nothing', async () => {
    for (const query of ['withdraw=abc', 'receipt=abc', 'receipt=']) {
      const { status } = await server.ask(`/withdrawal?${query}`)
      expect(status, query).toBe(404)
    }
    expect((await server.ask('/withdrawal?withdraw=abc', { form: {} })).status).toBe(404)
  })
})
