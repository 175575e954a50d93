import { describe, expect, test } from 'vitest'
import { sharesOf } from '../../../app/domain/shop/money'
import { beginRefund, heldPieces, type Refund, refundable } from '../../../app/domain/shop/refunds'
import { minute } from '../../contracts/examples'
import { exampleOrder } from '../../contracts/payments'

const at = minute(1)
const parts = [
  { rate: 19, gross: 6_980 },
  { rate: 7, gross: 790 },
]
/** Two bells at 34.90 and a coffee at 7.90 with 7 % VAT, sent for 4.90. */
const order = exampleOrder({
  lines: exampleOrder().lines.map((line) =>
    line.productId === 'Kaffee' ? { ...line, vatRate: 7 } : line,
  ),
  vat: sharesOf([...parts, { rate: 19, gross: 440 }, { rate: 7, gross: 50 }]),
})
const back = (...refunds: Refund[]) => ({ ...order, refunds })

describe('a refund', () => {
  test('of all gives back what was paid, VAT to the cent', () => {
    expect(beginRefund(order, 'all', 'k', at)).toMatchObject({
      pieces: { Klingel: 2, Kaffee: 1 },
      shipping: 490,
      amount: 8_260,
      vat: order.vat,
      state: 'begun',
    })
  })

  test('of some gives back their price at their rate, and the parts add up to the whole', () => {
    const some = { pieces: { Klingel: 1, Kaffee: 0 }, shipping: false }
    const first = beginRefund(order, some, 'a', at) as Refund
    expect(first).toMatchObject({ pieces: { Klingel: 1 }, shipping: 0, amount: 3_490 })
    expect(first.vat).toEqual([{ rate: 19, net: 2_933, vat: 557, gross: 3_490 }])
    const coffee = { pieces: { Kaffee: 1 }, shipping: true }
    const second = beginRefund(back(first), coffee, 'b', at) as Refund
    expect(second).toMatchObject({ amount: 1_280, shipping: 490 })
    const last = beginRefund(back(first, second), 'all', 'c', at) as Refund
    expect(last).toMatchObject({ pieces: { Klingel: 1 }, shipping: 0, amount: 3_490 })
    for (const { rate, vat, net } of order.vat) {
      const shares = [first, second, last].flatMap((each) => each.vat)
      const own = shares.filter((share) => share.rate === rate)
      expect(own.reduce((sum, share) => sum + share.vat, 0)).toBe(vat)
      expect(own.reduce((sum, share) => sum + share.net, 0)).toBe(net)
    }
    expect(refundable(back(first, second, last))).toEqual({
      pieces: { Klingel: 0, Kaffee: 0 },
      shipping: 0,
      amount: 0,
    })
  })

  test.each([
    ['more than there is', { pieces: { Klingel: 3 }, shipping: false }],
    ['less than nothing', { pieces: { Klingel: -1 }, shipping: false }],
    ['what was never ordered', { pieces: { toString: 1 }, shipping: false }],
    ['nothing', { pieces: {}, shipping: false }],
  ])('of %s is none', (_, wish) => {
    expect(beginRefund(order, wish, 'k', at)).toBeUndefined()
  })

  test('of all is none where all is refunded', () => {
    const all = beginRefund(order, 'all', 'k', at) as Refund
    expect(beginRefund(back(all), 'all', 'again', at)).toBeUndefined()
  })

  test('gives free what it took off the stock only where it is said to', () => {
    const some = { pieces: { Klingel: 1 }, shipping: false }
    const one = beginRefund(order, some, 'k', at) as Refund
    expect(heldPieces(back(one))).toEqual({ Klingel: 2, Kaffee: 1 })
    expect(heldPieces(back({ ...one, restocked: true }))).toEqual({ Klingel: 1, Kaffee: 1 })
    expect(heldPieces({ ...order, stockTaken: false })).toEqual({})
  })
})
