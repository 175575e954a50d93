import { expect, test } from 'vitest'
import { beginPayment } from '~/domain/shop/order-payment'
import type { OrderStore } from '~/domain/shop/order-store'
import type { PaymentServices } from '~/domain/shop/payments'
import { exampleOrder } from '../../contracts/payments'

const now = new Date('2026-03-04T11:00:00Z')
const addresses = { success: '', cancel: '', shipping: '' }

test.each([
  ['is not begun while the goods are not kept', { stockTaken: false }, 'settled'],
  ['is begun while they are kept for an hour', { stockTaken: true }, 'redirect'],
  [
    'is not what makes an order free that nothing proves',
    { stockTaken: true, gross: 0 },
    'settled',
  ],
])('a payment %s', async (_, fields, kind) => {
  const order = {
    ...exampleOrder(),
    payment: 'stripe' as const,
    payableUntil: new Date(now.getTime() + 86_400_000),
    reservedUntil: new Date(now.getTime() + 3_600_000),
    ...fields,
  }
  let moves = 0
  const orders = {
    move: async () => {
      moves += 1
      return { kind: 'moved' as const, order }
    },
  } satisfies Partial<OrderStore>
  const stripe = {
    begin: async () => ({ kind: 'redirect' as const, url: '', providerRef: 'cs_1' }),
  }
  const ports = {
    orders: orders as Partial<OrderStore> as OrderStore,
    payments: { stripe } as unknown as PaymentServices,
  }
  expect(await beginPayment(ports, order, addresses, now)).toMatchObject({ kind })
  expect(moves).toBe(kind === 'settled' ? 0 : 1)
})
