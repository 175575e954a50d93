import { describe, expect, test } from 'vitest'
import { shareOut, sharesOf, type VatShare } from '../../../app/domain/shop/money'
import {
  beginRefund,
  heldPieces,
  isAllRefunded,
  type Refund,
  refundable,
} from '../../../app/domain/shop/refunds'
import { minute } from '../../contracts/examples'
import { exampleOrder } from '../../contracts/payments'
import { numbersFrom } from '../../support/numbers'

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

type Below = ReturnType<typeof numbersFrom>

/** Up to four lines of several rates, some of them sent. */
function anyOrder(below: Below) {
  const [example] = order.lines
  if (!example) throw new Error('There is no line')
  const lines = Array.from({ length: 1 + below(4) }, (_, index) => {
    const [quantity, price] = [1 + below(9), below(3_000)]
    const vatRate = [19, 7, 0, 20][below(4)] ?? 0
    const own = { productId: `p${index}`, shipped: below(2) === 0, gross: quantity * price }
    return { ...example, ...own, quantity, price, vatRate }
  })
  const sent = lines.filter(({ shipped }) => shipped)
  const shipping = sent.length > 0 ? below(1_000) : 0
  const parts = shareOut(
    shipping,
    sent.map(({ gross }) => gross),
  )
  const carried = sent.map(({ vatRate }, index) => ({ rate: vatRate, gross: parts[index] ?? 0 }))
  const goods = lines.map(({ vatRate, gross }) => ({ rate: vatRate, gross }))
  const gross = goods.reduce((sum, each) => sum + each.gross, shipping)
  return exampleOrder({ lines, shipping, gross, vat: sharesOf([...goods, ...carried]) })
}

/** By rate, without those of nothing. */
function shareSums(given: readonly { vat: readonly VatShare[] }[]) {
  const sums: Record<number, [number, number, number]> = {}
  for (const { rate, net, vat, gross } of given.flatMap((each) => each.vat)) {
    const [nets, vats, grosses] = sums[rate] ?? [0, 0, 0]
    sums[rate] = [nets + net, vats + vat, grosses + gross]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [, , gross]]) => gross !== 0))
}

describe('a refund', () => {
  test('of everything returns what was paid, VAT to the cent', () => {
    expect(beginRefund(order, 'all', 'k', at)).toMatchObject({
      pieces: { Klingel: 2, Kaffee: 1 },
      shipping: 490,
      amount: 8_260,
      vat: order.vat,
      state: 'begun',
    })
  })

  test('of some items returns their price at their rate, and the parts add up to the whole', () => {
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

  test('of the shipping alone is possible once all items are refunded', () => {
    const pieces = { pieces: { Klingel: 2, Kaffee: 1 }, shipping: false }
    const first = beginRefund(order, pieces, 'a', at) as Refund
    expect(isAllRefunded(back(first))).toBe(false)
    for (const wish of ['all', { pieces: {}, shipping: true }] as const) {
      const second = beginRefund(back(first), wish, 'b', at) as Refund
      expect(second).toMatchObject({ pieces: {}, shipping: 490, amount: 490 })
      expect(isAllRefunded(back(first, second))).toBe(true)
    }
  })

  test('of one piece, seven times at 0.99 and 7 %, contains the VAT of seven', () => {
    const [line] = order.lines
    const seven = exampleOrder({
      lines: line && [{ ...line, quantity: 7, price: 99, gross: 693, vatRate: 7 }],
      shipping: 0,
      gross: 693,
      vat: sharesOf([{ rate: 7, gross: 693 }]),
    })
    const refunds: Refund[] = []
    const wish = { pieces: { Klingel: 1 }, shipping: false }
    for (let each = 0; each < 7; each += 1)
      refunds.push(beginRefund({ ...seven, refunds }, wish, `${each}`, at) as Refund)
    expect(refunds.map(({ vat: [share] }) => share?.vat)).toEqual([6, 7, 6, 7, 6, 7, 6])
    expect(refunds.reduce((sum, { vat: [share] }) => sum + (share?.vat ?? 0), 0)).toBe(45)
  })

  test('in any parts, of any order, adds up to what was paid, VAT at each rate to the cent', () => {
    const below = numbersFrom(7)
    for (let round = 0; round < 300; round += 1) {
      const bought = anyOrder(below)
      const refunds: Refund[] = []
      for (let key = 0; ; key += 1) {
        const left = refundable({ ...bought, refunds })
        const pieces = Object.fromEntries(
          Object.entries(left.pieces).map(([id, quantity]) => [id, below(quantity + 1)]),
        )
        const wish = below(9) === 0 ? 'all' : { pieces, shipping: below(4) === 0 }
        const refund = beginRefund({ ...bought, refunds }, wish, `${key}`, at)
        if (refund) refunds.push(refund)
        expect(shareSums(refunds)).toEqual(
          shareSums([{ vat: sharesOf(refunds.flatMap(({ vat }) => vat)) }]),
        )
        if (isAllRefunded({ ...bought, refunds })) break
      }
      expect(shareSums(refunds)).toEqual(shareSums([bought]))
      expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(bought.gross)
    }
  })

  test.each([
    ['more than there is', { pieces: { Klingel: 3 }, shipping: false }],
    ['less than nothing', { pieces: { Klingel: -1 }, shipping: false }],
    ['what was never ordered', { pieces: { toString: 1 }, shipping: false }],
    ['nothing', { pieces: {}, shipping: false }],
  ])('of %s is none', (_, wish) => {
    expect(beginRefund(order, wish, 'k', at)).toBeUndefined()
  })

  test('of everything is none where everything is refunded', () => {
    const all = beginRefund(order, 'all', 'k', at) as Refund
    expect(beginRefund(back(all), 'all', 'again', at)).toBeUndefined()
  })

  test('returns products to the stock only where that was chosen', () => {
    const some = { pieces: { Klingel: 1 }, shipping: false }
    const one = beginRefund(order, some, 'k', at) as Refund
    expect(heldPieces(back(one))).toEqual({ Klingel: 2, Kaffee: 1 })
    expect(heldPieces(back({ ...one, restocked: true }))).toEqual({ Klingel: 1, Kaffee: 1 })
    expect(heldPieces({ ...order, stockTaken: false })).toEqual({})
  })
})
