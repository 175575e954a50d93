import { expect, test } from 'vitest'
import { orderMail, readOrderContent, unaccepted } from '../../../app/domain/shop/order-mails'
import type { OrderStore } from '../../../app/domain/shop/order-store'
import type { Order } from '../../../app/domain/shop/orders'
import { beginRefund } from '../../../app/domain/shop/refunds'
import { exampleLine, exampleOrder, minute } from '../../contracts/examples'

const ready = {
  ...exampleOrder('a', { lines: [exampleLine('gift'), exampleLine('bell')] }),
  state: 'fulfilled',
  refunds: [],
  history: [{ at: minute(5), event: 'fulfil', by: 'shop' }],
} as unknown as Order

function letterOf(order: Order) {
  const orders = { find: async () => order } as unknown as OrderStore
  return readOrderContent({ orders }, { kind: 'order-sent', recordId: order.id, key: 'k' })
}

test('The letter about a step leaves while something of the order is on its way', async () => {
  const pieces = Object.fromEntries(
    ready.lines.map(({ productId, quantity }) => [productId, quantity]),
  )
  const [first = ''] = Object.keys(pieces)
  const refundOf = (pieces: Record<string, number>) => {
    const refund = beginRefund(ready, { pieces, shipping: false }, 'k', minute(6))
    if (!refund) throw new Error('There is nothing to refund')
    return { ...ready, refunds: [refund] }
  }
  expect(await letterOf(ready)).toBeDefined()
  expect(await letterOf(refundOf({ [first]: 1 }))).toBeDefined()
  expect(await letterOf(refundOf(pieces))).toBeUndefined()
  for (const state of ['cancelled', 'expired'] as const)
    expect(await letterOf({ ...ready, state })).toBeUndefined()
})

test('A letter that asks to confirm an order does not leave once it is cancelled', async () => {
  const asked = { ...ready, state: 'created', reservedUntil: minute(60) } as Order
  const letter = (order: Order) => {
    const orders = { find: async () => order } as unknown as OrderStore
    const { key } = orderMail('order-received', order.id, minute(0), unaccepted)
    return readOrderContent({ orders }, { kind: 'order-received', recordId: order.id, key })
  }
  expect(await letter(asked)).toBeDefined()
  for (const state of ['cancelled', 'expired'] as const)
    expect(await letter({ ...asked, state })).toBeUndefined()
})
