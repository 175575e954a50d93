import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../support/html'
import { type StripeServer, startStripeServer, webhookSecret } from '../support/stripe-server'
import { openTestServer, type TestServer } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'
import { mailsIn } from '../support/written-mails'

let stripe: StripeServer
let server: TestServer
beforeAll(async () => {
  stripe = await startStripeServer({ now: () => server.clock.now })
  server = await openTestServer({
    environment: {
      PAYMENTS: 'stripe,bank-transfer',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  })
  await server.signUp()
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

describe('The operator’s command', () => {
  test('legal takes the details and texts out and in as a file', async () => {
    const run = (...words: string[]) => server.command('legal', ...words)
    const exported = JSON.parse(run('export').stdout)
    expect(exported).toMatchObject({ company: { street: expect.any(String) } })
    const file = join(server.folder, 'changed.json')
    exported.company.street = 'Lindenallee 10'
    writeFileSync(file, JSON.stringify(exported))
    expect(run('import', file).status).toBe(0)
    expect((await server.services.legal.read()).company.street).toBe('Lindenallee 10')
    // A kept page is read again within ten seconds.
    server.clock.forward(10_000)
    expect(textOf((await server.ask('/imprint')).text)).toContain('Lindenallee 10')
    for (const change of [{ sample: true }, { bank: { holder: 'M', iban: 'DE00' } }]) {
      writeFileSync(file, JSON.stringify({ ...exported, ...change }))
      const refused = run('import', file)
      expect([refused.status, refused.stdout]).toEqual([
        1,
        expect.stringContaining('Nothing was changed.'),
      ])
    }
  })

  test('shelf takes the products out and in as a file', async () => {
    const run = (...words: string[]) => server.command('shelf', ...words)
    const readWritten = () => server.services.catalogue.readWritten(server.clock.now)
    const { stdout } = run('export')
    expect(JSON.parse(stdout)).toEqual(await readWritten())
    const file = join(server.folder, 'shelf.json')
    const catalogue = await readWritten()
    const dearer = catalogue.products.map((each) => ({ ...each, price: each.price + 1 }))
    writeFileSync(file, JSON.stringify({ ...catalogue, products: dearer }))
    expect(run('import', file).status).toBe(0)
    expect((await readWritten()).products).toEqual(dearer)
    const pipe = join(server.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    spawn('cp', [file, pipe])
    expect(run('import', pipe).status).toBe(0)
    const image = { file: '/files?product=abc', alt: { en: 'A', de: 'B' } }
    const unknown = dearer.map((each) => ({ ...each, images: [image] }))
    writeFileSync(file, JSON.stringify({ ...catalogue, products: unknown }))
    const refused = run('import', file)
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringContaining('Nothing was changed.'),
    ])
    expect((await readWritten()).products).toEqual(dearer)
    writeFileSync(file, JSON.stringify(catalogue))
    expect(run('import', file).status).toBe(0)
  })
})

describe('A payment', () => {
  /** An order that has been led to where it is paid: its number and its page at Stripe. */
  async function begun(payment: 'stripe' | 'bank-transfer') {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    await order(server, cookie, await openCheckout(server, cookie), { payment })
    const {
      orders: [placed],
    } = await server.services.orders.list('all', 1)
    const session = placed && stripe.sessions.get(placed.providerRef ?? '')
    return { number: placed?.number ?? 0, email: placed?.email ?? '', session }
  }
  const find = (number: number) => server.services.orders.find({ number })

  test('by transfer is recorded by the operator’s command, and told by mail once', async () => {
    const { number, email } = await begun('bank-transfer')
    const run = (...words: string[]) => server.command('orders', ...words)
    expect(run('list').stdout).toContain(`${number}  `)
    expect(run('paid', String(number)).status).toBe(0)
    expect(run('paid', String(number)).status).toBe(1)
    expect(run('paid', '7777').stdout).toContain('no order 7777')
    expect(await find(number)).toMatchObject({ state: 'paid' })
    server.clock.forward(60_000)
    await server.runDue()
    await server.runDue()
    const all = await mailsIn(server.folder, email)
    const mails = all.filter(({ subject }) => subject?.includes(`Nr. ${number}`))
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `Angenommen: Ihre Bestellung Nr. ${number}`,
      `Bezahlt: Ihre Bestellung Nr. ${number}`,
    ])
    const received = mails.find(({ subject }) => subject?.startsWith('Angenommen'))
    for (const words of ['12,80', 'WIDERRUF', '/de/shop/success?order=']) {
      expect(received?.text?.replaceAll('\u00a0', ' ')).toContain(words)
    }
  })

  test('at Stripe is not recorded by the operator’s command, as it could be paid twice', async () => {
    const { number, session } = await begun('stripe')
    const paid = server.command('orders', 'paid', String(number))
    expect([paid.status, paid.stdout]).toEqual([1, expect.stringContaining('Stripe')])
    expect(await find(number)).toMatchObject({ state: 'awaiting-payment' })
    expect(stripe.sessions.get(session?.id ?? '')?.status).toBe('open')
  })
})
