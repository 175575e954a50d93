import { expect, test } from 'vitest'
import { concerns, type DeskNews } from '../../app/components/desks/desk-news'

test.each<[string, DeskNews, boolean, boolean]>([
  ['a ticket', { number: 7, open: 2, unread: true }, true, false],
  ['an order', { orders: 3, order: 1_001 }, false, true],
  ['the last order that is sent', { orders: 0 }, false, true],
  ['everything, after a gap', {}, true, true],
  ['the counts of a poll', { open: 2, orders: 0 }, true, true],
])('News of %s is read by the pages that show it', (_, news, ofTickets, ofOrders) => {
  expect(concerns(news, ['tickets'])).toBe(ofTickets)
  expect(concerns(news, ['orders'])).toBe(ofOrders)
  expect(concerns(news, ['tickets', 'orders'])).toBe(true)
  expect(concerns(news, [])).toBe(false)
})
