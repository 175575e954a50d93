import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../app/domain/shop/orders'
import type { PaymentService } from '../../app/domain/shop/payments'
import { legal } from '../support/legal'
import { minute } from './examples'

export const addresses = {
  success: 'https://counter.example/shop/success?order=secret',
  cancel: 'https://counter.example/shop/cancel?order=secret',
  shipping: 'Versand',
}

/** An order of two bells and a coffee, sent for 4.90. */
export function exampleOrder(changes: Partial<Order> = {}): Order {
  const line = (productId: string, quantity: number, price: number) => ({
    productId,
    kind: 'good' as const,
    title: { en: productId, de: productId },
    quantity,
    price,
    gross: price * quantity,
    vatRate: 19,
    shipped: true,
    digital: false,
    deliveryTime: { en: 'soon', de: 'bald' },
    grants: {},
  })
  return {
    id: '01example',
    number: 1_001,
    checkoutKey: 'key',
    stockTaken: true,
    secretHash: 'hash',
    state: 'created',
    language: 'de',
    email: 'kundin@example.com',
    lines: [line('Klingel', 2, 3_490), line('Kaffee', 1, 790)],
    goods: 7_770,
    shipping: 490,
    gross: 8_260,
    vat: [{ rate: 19, net: 6_941, vat: 1_319, gross: 8_260 }],
    currency: 'EUR',
    smallBusiness: false,
    payment: 'stripe',
    termsVersion: 'v1',
    acceptedAt: minute(0),
    payableUntil: minute(24 * 60),
    history: [],
    refunds: [],
    createdAt: minute(0),
    updatedAt: minute(0),
    ...changes,
  }
}

/** What every way to pay promises. */
export function paymentContract(
  name: string,
  open: () => Promise<{ service: PaymentService; close(): Promise<void> }>,
) {
  describe(`payments by ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    async function begun(order = exampleOrder()): Promise<Order> {
      const answer = await opened.service.begin(order, addresses, minute(1))
      return answer.kind === 'redirect' ? { ...order, providerRef: answer.providerRef } : order
    }

    test('begun again and again it is the same payment, also at once', async () => {
      const { service } = opened
      const begin = () => service.begin(exampleOrder(), addresses, minute(1))
      const answers = [await begin(), ...(await Promise.all([begin(), begin(), begin()]))]
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.kind).not.toBe('unreachable')
    })

    test('an unpaid payment is open, and cannot be paid after it was closed', async () => {
      const { service } = opened
      const order = await begun()
      expect(await service.lookUp(order)).toEqual({ kind: 'open' })
      expect(await service.close(order)).toEqual({ kind: 'over' })
      expect(await service.close(order)).toEqual({ kind: 'over' })
    })

    test('a message without a true signature says nothing', async () => {
      const { service } = opened
      for (const signature of [
        '',
        't=1,v1=00',
        't=,v1=',
        'v1',
        `t=${Date.now()},v1=${'0'.repeat(64)}`,
      ]) {
        const message = await service.readMessage(Buffer.from('{}'), signature, minute(1))
        expect(message).toEqual({ kind: 'refused' })
      }
    })

    test('the customer is either redirected or shown how to pay', async () => {
      const { service } = opened
      const order = await begun()
      const leads = order.providerRef !== undefined
      expect(service.details(order, legal.bank) === undefined).toBe(leads)
    })
  })
}
