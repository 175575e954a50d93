import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, textOf } from '../support/html'
import { type StripeServer, startStripeServer, webhookSecret } from '../support/stripe-server'
import { openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

describe('A payment', () => {
  let stripe: StripeServer
  let server: TestServer
  beforeAll(async () => {
    stripe = await startStripeServer({ now: () => server.clock.now })
    server = await openTestServer({
      environment: {
        PAYMENTS: 'stripe,bank-transfer',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: `whsec_newer,${webhookSecret}`,
        STRIPE_API_BASE: stripe.url,
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })

  /** An order that has been led to Stripe: its number, its page there and here. */
  async function begun(payment = 'stripe') {
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    const reply = await order(server, cookie, await openCheckout(server, cookie), { payment })
    const {
      orders: [placed],
    } = await server.services.orders.list('all', 1)
    const session = placed && stripe.sessions.get(placed.providerRef ?? '')
    return { reply, number: placed?.number ?? 0, session, email: placed?.email }
  }

  const find = (number: number) => server.services.orders.find({ number })

  async function notify(
    type: string,
    session: Parameters<StripeServer['message']>[1],
    id?: string,
  ) {
    const { body, signature } = stripe.message(type, session, server.clock.now, { id })
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    return server.ask('/payments/stripe', { method: 'POST', body, headers })
  }

  test('is not made of a signed message that says nothing', async () => {
    for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
      expect((await notify(type, undefined as never)).status).toBe(400)
    }
  })

  test('is begun once at Stripe and paid once, however often and in whatever order it is told', async () => {
    const { reply, number, session } = await begun()
    if (!session) throw new Error(`${reply.status} ${reply.location} ${stripe.refusals}`)
    expect(reply.location).toBe(session.url)
    const own = stripe.refusals
    expect(own).toEqual([])
    stripe.pay(session.id)
    const kinds = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']
    const told = [...kinds, ...kinds, 'customer.created'].map((type, index) =>
      notify(type, session, `evt_${index % 2}`),
    )
    expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await find(number)).toMatchObject({ state: 'paid', invoiceNumber: 1 })
    expect(
      (
        await notify('checkout.session.expired', {
          ...session,
          status: 'expired',
          payment_status: 'unpaid',
        })
      ).status,
    ).toBe(200)
    expect(await find(number)).toMatchObject({ state: 'paid', invoiceNumber: 1 })
  })

  test('counts only if its message is signed and its amount is right', async () => {
    const { number, session } = await begun()
    if (!session) throw new Error('There is no session')
    const forged = await server.ask('/payments/stripe', {
      method: 'POST',
      body: '{}',
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    expect(forged.status).toBe(400)
    expect((await server.ask('/payments/stripe')).status).toBe(405)
    const paid = { ...session, status: 'complete', payment_status: 'paid' } as const
    for (const wrong of [{ amount_total: 1 }, { currency: 'usd' }, { id: 'cs_test_other' }]) {
      expect((await notify('checkout.session.completed', { ...paid, ...wrong })).status).toBe(200)
    }
    expect(await find(number)).toMatchObject({ state: 'awaiting-payment' })
  })

  test('that no message ever told is found by whoever comes back, or in time by itself', async () => {
    const returned = await begun()
    const away = await begun()
    for (const { session } of [returned, away]) stripe.pay(session?.id ?? '')
    const { orders } = server.services
    const placed = await orders.find({ number: returned.number })
    expect(placed?.state).toBe('awaiting-payment')
    server.clock.forward(11 * 60_000)
    await server.runDue()
    expect((await find(away.number))?.state).toBe('paid')
    expect((await find(returned.number))?.state).toBe('paid')
  })

  test('that Stripe could not begin leaves the order, to be paid later', async () => {
    stripe.fail('reset', 'reset')
    const { reply, number } = await begun()
    expect(reply.location).toMatch(/\/de\/shop\/success\?order=[\w-]{43}&silent$/)
    expect((await server.ask(reply.location)).text).toContain('Der Zahlungsdienst antwortet gerade')
    const again = await server.ask(reply.location, { form: { intent: 'pay' } })
    const session = stripe.sessions.get((await find(number))?.providerRef ?? '')
    expect(again.location).toBe(session?.url)
    stripe.pay(session?.id ?? '')
    // The page shows what the service says, and the job records it: no link pays an order.
    expect((await server.ask(reply.location)).text).toContain('Bezahlt. Vielen Dank!')
    expect(await find(number)).toMatchObject({ state: 'awaiting-payment' })
    server.clock.forward(10 * 60_000)
    await server.runDue()
    expect(await find(number)).toMatchObject({ state: 'paid' })
    const invoice = await server.ask(`${reply.location}&invoice`)
    expect(invoice.text).toMatch(/Rechnung R\d{5}/)
  })

  test('that Stripe began, unheard, goes on from a page in another language', async () => {
    stripe.lose()
    const { reply, number } = await begun()
    expect(reply.location).toContain('&silent')
    const again = await server.ask(reply.location.replace('/de/', '/'), { form: { intent: 'pay' } })
    const session = stripe.sessions.get((await find(number))?.providerRef ?? '')
    expect(again.location).toBe(session?.url)
    expect(stripe.refusals).toEqual([])
  })

  test('is offered at Stripe only from the least total on that Stripe takes', async () => {
    const { catalogue } = server.services
    const before = await catalogue.readWritten(server.clock.now)
    /** What a page with one product of this price offers, and what comes of ordering it at Stripe. */
    async function at(price: number) {
      const products = before.products.map((each) =>
        each.id === 'house-coffee' ? { ...each, price, delivery: 'pickup' as const } : each,
      )
      await catalogue.change(() => ({ catalogue: { ...before, products } }), server.clock.now)
      const cookie = await fillCart(server, { 'house-coffee': 1 })
      const { text } = await server.ask('/de/shop/checkout', { cookie })
      const ways = elements(text, 'input').filter(({ attributes }) => attributes.name === 'payment')
      const wanted = { payment: 'stripe', delivery: 'pickup' }
      const { status } = await order(server, cookie, hiddenIn(text), wanted)
      const reason = /\(Stripe\): ab 0,50\s€/.test(textOf(text))
      return { ways: ways.map(({ attributes }) => attributes.value), reason, status }
    }
    const others = ['bank-transfer', 'on-pickup']
    expect(await at(49)).toEqual({ ways: others, reason: true, status: 400 })
    expect(await at(50)).toEqual({ ways: ['stripe', ...others], reason: false, status: 303 })
    await catalogue.change(() => ({ catalogue: before }), server.clock.now)
  })
})

describe('Where Stripe is the only way to pay', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({
      environment: {
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      },
    })
  })
  afterAll(() => server.close())

  test('a total below its least says so, has no button to order, and makes no order', async () => {
    const { catalogue, orders } = server.services
    await catalogue.change((before) => {
      const products = before.products.map((each) =>
        each.id === 'house-coffee' ? { ...each, price: 49, delivery: 'pickup' as const } : each,
      )
      return { catalogue: { ...before, products, payOnPickup: false } }
    }, server.clock.now)
    const cookie = await fillCart(server, { 'house-coffee': 1 })
    for (const language of ['en', 'de'] as const) {
      const { checkout } = words[language]
      const path = localizedPath('/shop/checkout', language)
      const { text } = await server.ask(path, { cookie })
      expect(textOf(text)).toContain(checkout.noWay)
      expect(textOf(text)).toMatch(language === 'de' ? /ab 0,50\s€/ : /from €0\.50/)
      expect(elements(text, 'button').map(({ text }) => text)).not.toContain(checkout.order)
      for (const payment of ['stripe', 'bank-transfer', '']) {
        const wanted = { payment, delivery: 'pickup' }
        const { status } = await order(server, cookie, hiddenIn(text), wanted, language)
        expect(status).toBe(400)
      }
    }
    expect((await orders.list('all', 1)).orders).toEqual([])
  })
})
