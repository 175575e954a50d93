import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStripePayments } from '../../../app/adapters/stripe/payments.server'
import type { PaymentService } from '../../../app/domain/shop/payments'
import { minute } from '../../contracts/examples'
import { addresses, exampleOrder, paymentContract } from '../../contracts/payments'
import { type StripeServer, startStripeServer, webhookSecret } from '../../support/stripe-server'

async function open() {
  const server = await startStripeServer({ now: () => minute(1) })
  const problems: string[] = []
  const service = createStripePayments({
    secretKey: 'sk_test_x',
    webhookSecrets: ['whsec_older', webhookSecret],
    apiBase: server.url,
    report: (problem) => problems.push(problem),
  })
  return { server, problems, service, close: () => server.close() }
}

paymentContract('Stripe', open)

describe('a payment at Stripe', () => {
  let server: StripeServer
  let service: PaymentService
  let problems: string[]
  beforeEach(async () => {
    ;({ server, service, problems } = await open())
  })
  afterEach(() => server.close())

  async function begun(order = exampleOrder()) {
    const answer = await service.begin(order, addresses, minute(1))
    if (answer.kind !== 'redirect') throw new Error(`${answer.kind} ${server.refusals}`)
    return { ...order, providerRef: answer.providerRef }
  }

  test('has the order’s total, shipping included, in Stripe’s documented parameters', async () => {
    const { providerRef, id } = await begun()
    expect(server.refusals).toEqual([])
    expect(server.sessions.get(providerRef)).toMatchObject({
      amount_total: 8_260,
      client_reference_id: id,
      metadata: { order: id },
    })
  })

  test('is found paid with its amount, currency and name', async () => {
    const order = await begun()
    server.pay(order.providerRef)
    const paid = { kind: 'paid', amount: 8_260, currency: 'EUR', providerRef: order.providerRef }
    expect(await service.lookUp(order)).toEqual(paid)
    expect(await service.close(order)).toEqual(paid)
  })

  test('is begun in spite of a failure that Stripe would repeat, and later if there is no line', async () => {
    server.fail(500)
    await begun()
    expect(server.created).toBe(1)
    server.fail('reset', 'reset')
    const other = exampleOrder({ id: '02other' })
    expect(await service.begin(other, addresses, minute(1))).toEqual({ kind: 'unreachable' })
    expect(await service.lookUp({ ...other, providerRef: 'cs_test_gone' })).toEqual({
      kind: 'unreachable',
    })
    await begun(other)
    expect(server.created).toBe(2)
    expect(problems.join()).not.toContain('kundin@example.com')
  })

  test('is begun again at the page that is there already', async () => {
    const order = await begun()
    const again = await service.begin(order, addresses, minute(600))
    expect(again).toMatchObject({ kind: 'redirect', providerRef: order.providerRef })
    expect(server.created).toBe(1)
  })

  test('is given back once a key, in parts, and never more than there was', async () => {
    const order = await begun()
    server.pay(order.providerRef)
    const refund = (key: string, amount: number) => service.refund(order, { key, amount })
    for (let each = 0; each < 2; each += 1) expect(await refund('a', 1_000)).toBe('refunded')
    expect(await refund('b', 8_000)).toBe('refused')
    expect(await refund('c', 7_260)).toBe('refunded')
    expect(await refund('d', 1)).toBe('refunded')
    expect(server.refunds.map(({ amount }) => amount)).toEqual([1_000, 7_260])
    server.refusals.length = 0
  })

  test('is found again by its mark when Stripe has forgotten the key', async () => {
    const order = await begun()
    server.pay(order.providerRef)
    const other = { ...order, id: '02other' }
    expect(await service.refund(order, { key: 'a', amount: 1_000 })).toBe('refunded')
    expect(await service.refund(other, { key: 'a', amount: 1_000 })).toBe('refunded')
    expect(server.refunds).toHaveLength(1)
    server.fail(500)
    expect(await service.refund(order, { key: 'b', amount: 1_000 })).toBe('unreachable')
    expect(server.refunds).toHaveLength(1)
  })

  test('is given back once in spite of a failure that Stripe would repeat for a day', async () => {
    const order = await begun()
    server.pay(order.providerRef)
    const refund = () => service.refund(order, { key: 'a', amount: 1_000 })
    server.fail(0, 0, 500)
    expect(await refund()).toBe('refunded')
    server.fail(0, 0, 'reset')
    expect(await refund()).toBe('refunded')
    expect(server.refunds.map(({ amount }) => amount)).toEqual([1_000])
  })

  describe('is reported by messages', () => {
    const read = ({ body, signature }: { body: string; signature: string }, at = minute(1)) =>
      service.readMessage(Buffer.from(body), signature, at)

    test('that name the order, under each of two secrets', async () => {
      const order = await begun()
      const session = server.pay(order.providerRef)
      const type = 'checkout.session.completed'
      for (const secret of [webhookSecret, 'whsec_older']) {
        const message = server.message(type, session, minute(1), { secret, id: 'evt_1' })
        expect(await read(message)).toEqual({
          kind: 'news',
          news: {
            eventId: 'stripe evt_1',
            orderId: order.id,
            kind: 'paid',
            amount: 8_260,
            currency: 'EUR',
            providerRef: order.providerRef,
          },
        })
      }
      const stranger = server.message(type, session, minute(1), { secret: 'whsec_stranger' })
      expect(await read(stranger)).toEqual({ kind: 'refused' })
    })

    test('for five minutes, and not when a byte was changed', async () => {
      const session = server.pay((await begun()).providerRef)
      const message = server.message('checkout.session.completed', session, minute(10))
      for (const [at, kind] of [
        [minute(15), 'news'],
        [minute(16), 'refused'],
        [minute(5), 'news'],
        [minute(4), 'refused'],
      ] as const) {
        expect((await read(message, at)).kind).toBe(kind)
      }
      const changed = { ...message, body: message.body.replace('8260', '8261') }
      expect(await read(changed, minute(10))).toEqual({ kind: 'refused' })
    })

    test('that are refused without what they should say, however well they are signed', async () => {
      const session = server.pay((await begun()).providerRef)
      const incomplete = [undefined, null, 5, {}, { ...session, metadata: { order: {} } }]
      for (const each of incomplete) {
        const message = server.message('checkout.session.completed', each as never, minute(1))
        expect(await read(message)).toEqual({ kind: 'refused' })
      }
    })

    test('of which only those count that say how it stands', async () => {
      const order = await begun()
      const session = server.sessions.get(order.providerRef)
      if (!session) throw new Error('There is no session')
      const kindOf = async (type: string) => {
        const message = await read(server.message(type, session, minute(1)))
        return message.kind === 'news' ? message.news.kind : message.kind
      }
      expect(await kindOf('checkout.session.completed')).toBe('nothing')
      expect(await kindOf('customer.created')).toBe('nothing')
      session.status = 'expired'
      expect(await kindOf('checkout.session.expired')).toBe('over')
    })
  })
})
