import { describe, expect, test } from 'vitest'
import {
  type OrderEvent,
  type OrderState,
  orderAfter,
  orderEvents,
  orderStates,
} from '../../../app/domain/shop/order-states'

// A dash is a refused move. The columns are the events in this order.
const events =
  'payment-begins confirm payment-arrives fulfil cancel expire refund refund-part'.split(' ')
const table = `
  created           awaiting-payment  to-prepare  paid  -          cancelled  expired  -         -
  awaiting-payment  awaiting-payment  -           paid  -          cancelled  expired  -         -
  to-prepare        -                 -           paid  ready      cancelled  expired  -         -
  ready             -                 -           paid  -          cancelled  expired  -         -
  paid              -                 -           -     fulfilled  -          -        refunded  paid
  fulfilled         -                 -           -     -          -          -        refunded  fulfilled
  cancelled         -                 -           paid  -          -          -        -         -
  expired           -                 -           paid  -          -          -        -         -
  refunded          -                 -           -     -          -          -        -         -
`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

describe('the states of an order', () => {
  test('the table names every state and every event', () => {
    expect(rows.map(([state]) => state)).toEqual([...orderStates])
    expect(events).toEqual([...orderEvents])
  })

  const moves = rows.flatMap(([state, ...outcomes]) =>
    outcomes.map((expected, index) => [state, events[index], expected] as const),
  )
  test.each(moves)('an order that is %s: %s makes it %s', (state, event, expected) => {
    expect(orderAfter(state as OrderState, event as OrderEvent) ?? '-').toBe(expected)
  })
})
