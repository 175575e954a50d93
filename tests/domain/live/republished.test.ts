import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveEvent } from '~/domain/live/live'
import { announceOrders } from '~/domain/shop/order-announcements'
import { acceptOrder, proveOrder } from '~/domain/shop/order-reservations'
import { readOrderUndo, undoOf, undoStep } from '~/domain/shop/order-undo'
import { fulfilOrder, placeOrder } from '~/domain/shop/order-work'
import type { Stores } from '~/domain/stores'
import { mergeTickets } from '~/domain/tickets/merging'
import { openTemporaryStores } from '../../adapters/sqlite/places'
import { begin, exampleOrder, minute, twoDesks } from '../../contracts/examples'

// A client may send again because the process ended between the commit and the event.
let stores: Stores
let published: LiveEvent[]
const live = {
  publish: (_: string, event: LiveEvent) => {
    published.push(event)
  },
  subscribe: async () => () => undefined,
  revision: () => '',
}
beforeEach(async () => {
  stores = await openTemporaryStores()
  published = []
})
afterEach(() => stores.close())

test('an order that is sent again is published again, but not as new', async () => {
  const orders = announceOrders(stores.orders, live)
  const order = exampleOrder(randomUUID(), { payment: 'bank-transfer' })
  await orders.place(order, {})
  await orders.place(order, {})
  expect(published).toEqual([
    { kind: 'order', number: 1_001, news: true },
    { kind: 'order', number: 1_001, news: false },
  ])
})

test('an order to prepare is published as new once, not after its step is undone', async () => {
  const orders = announceOrders(stores.orders, live)
  const order = exampleOrder(randomUUID(), { payment: 'on-pickup' })
  await placeOrder(orders, order, {}, false)
  const confirmed = await proveOrder({ ...stores, orders }, { id: order.id }, minute(1), {})
  if (confirmed.kind !== 'moved') throw new Error('Nothing was confirmed')
  await fulfilOrder(orders, { id: order.id }, {}, minute(2))
  const step = readOrderUndo(undoOf('fulfil', confirmed.order, minute(2)))
  if (!step) throw new Error('No undo')
  await undoStep(orders, { id: order.id }, step, minute(3))
  const news = published.map((event) => 'news' in event && event.news)
  expect(news).toEqual([false, true, false, false])
})

test('an order that its shop accepts is published as new when placed, not by the press', async () => {
  const orders = announceOrders(stores.orders, live)
  const order = exampleOrder(randomUUID(), { payment: 'on-pickup' })
  await placeOrder(orders, order, {}, false, undefined, false)
  const accepted = await acceptOrder(orders, { id: order.id }, minute(1), {})
  expect(accepted.kind).toBe('moved')
  expect(published.map((event) => 'news' in event && event.news)).toEqual([true, false])
})

test('a merge that is sent again is published again', async () => {
  const [desk] = await twoDesks(stores)
  await begin(stores.tickets, desk.id, 'one')
  await begin(stores.tickets, desk.id, 'two')
  const merge = () =>
    mergeTickets({ ...stores, live }, { deskId: desk.id }, { source: 1, target: 2 }, minute(9))
  expect((await merge()).kind).toBe('merged')
  const first = published.splice(0)
  expect((await merge()).kind).toBe('again')
  expect(published).toEqual(first)
})
