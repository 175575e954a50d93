import { describe, expect, test } from 'vitest'
import { beginOrder, changeOrder, needsInvoice } from '../../../app/domain/shop/order-changes'
import type { NewOrder, Order } from '../../../app/domain/shop/orders'
import { restrictOrder } from '../../../app/domain/shop/restricted-orders'
import { declaredStock, leftOf, type Stock } from '../../../app/domain/shop/stock'
import { exampleLine, exampleOrder, minute } from '../../contracts/examples'

const bells = (stock: Partial<Stock> = {}): Stock => {
  return { productId: 'bell', declared: 5, left: 5, reserved: 0, ...stock }
}
const unproven = { reservedUntil: minute(60) }
const begin = (order: NewOrder, stock: Stock[], declared: Record<string, number> = { bell: 5 }) =>
  beginOrder(order, stock, declared)
const made = (changes: Partial<Order> = {}): Order => ({
  ...exampleOrder('a'),
  number: 1_001,
  state: 'created',
  stockTaken: true,
  history: [],
  refunds: [],
  updatedAt: minute(0),
  ...changes,
})

describe('an order takes from the stock', () => {
  test('what is left of a counted product, and any number of others', () => {
    const lines = [exampleLine('bell', 2), exampleLine('gift', 99), exampleLine('bell', 1)]
    expect(begin(exampleOrder('a', { lines }), [])).toMatchObject({
      kind: 'made',
      order: { state: 'created', stockTaken: true },
      stock: [bells({ left: 2 })],
    })
  })

  test('nothing where too little is left, and never goes below 0', () => {
    const lines = [exampleLine('bell', 2)]
    for (const left of [1, 0, -3]) {
      expect(begin(exampleOrder('a', { lines }), [bells({ left })])).toEqual({
        kind: 'short',
        left: { bell: Math.max(0, left) },
      })
    }
    expect(
      begin(exampleOrder('b', { lines: [exampleLine('gift')] }), [bells({ left: -1 })]),
    ).toMatchObject({ kind: 'made', stock: [] })
  })

  test('without proof at most half of a product, together with all other unproven orders', () => {
    const taken = (reserved: number, quantity: number) =>
      begin(exampleOrder('a', { lines: [exampleLine('bell', quantity)], ...unproven }), [
        bells({ reserved, left: 5 - reserved }),
      ])
    expect(taken(1, 2)).toMatchObject({
      order: { stockTaken: true },
      stock: [bells({ left: 2, reserved: 3 })],
    })
    expect(taken(2, 2)).toMatchObject({
      order: { stockTaken: false },
      stock: [bells({ left: 3, reserved: 2 })],
    })
  })

  test('by the catalogue’s figure, and a new one changes what is left by the difference', () => {
    const sold = bells({ left: 1, reserved: 1 })
    expect(declaredStock([sold], { bell: 9, cup: 3 })).toEqual([
      { productId: 'bell', declared: 9, left: 5, reserved: 1 },
      { productId: 'cup', declared: 3, left: 3, reserved: 0 },
    ])
    expect(leftOf(declaredStock([sold], { bell: 2 }))).toEqual({ bell: 0 })
  })
})

describe('a change of an order', () => {
  test.each([
    ['back', true, unproven, { left: 5, reserved: 2 }],
    ['back', false, unproven, { left: 4, reserved: 3 }],
    ['taken', false, {}, { left: 3, reserved: 3 }],
    ['taken', true, {}, { left: 4, reserved: 3 }],
    ['if-left', false, {}, { left: 3, reserved: 3 }],
  ] as const)('%s, held before: %s', (stock, stockTaken, reserved, expected) => {
    const known = [bells({ left: 4, reserved: 3 })]
    expect(changeOrder(made({ stockTaken, ...reserved }), { stock }, known)).toMatchObject({
      kind: 'made',
      order: { stockTaken: stock !== 'back' },
      stock: [bells(expected)],
    })
  })

  test('a proof ends a reservation, and what it took from the stock stays taken', () => {
    const change = { reservedUntil: undefined, stock: 'if-left' } as const
    const known = [bells({ left: 0, reserved: 1 })]
    expect(changeOrder(made(unproven), change, known)).toMatchObject({
      order: { reservedUntil: undefined, stockTaken: true },
      stock: [bells({ left: 0, reserved: 0 })],
    })
    expect(changeOrder(made({ ...unproven, stockTaken: false }), change, known)).toEqual({
      kind: 'short',
      left: { bell: 0 },
    })
  })

  test('an invoice keeps its number', () => {
    expect(needsInvoice(made(), { invoice: true })).toBe(true)
    expect(needsInvoice(made({ invoiceNumber: 7 }), { invoice: true })).toBe(false)
    expect(needsInvoice(made(), {})).toBe(false)
  })
})

test('paid orders of an erased account stay for eight years after their own, out of everybody’s reach', () => {
  expect(restrictOrder(made())).toBeUndefined()
  const paid = made({ uid: 'ada', deskId: 'desk', paidAt: new Date('2026-03-04T23:59:59Z') })
  const kept = restrictOrder(paid)
  expect(kept).toMatchObject({ number: 1_001, keepUntil: new Date('2035-01-01T00:00:00Z') })
  expect(Object.keys(kept?.record ?? {})).not.toEqual(expect.arrayContaining(['uid']))
  for (const way of ['hash-a', 'ada', 'desk'])
    expect(JSON.stringify(kept)).not.toContain(`"${way}"`)
})

test('the years count from the last receipt, by the clock of the shop', () => {
  const keptUntil = (changes: Partial<Order>) => restrictOrder(made(changes))?.keepUntil
  const newYear = new Date('2025-12-31T23:30:00Z')
  expect(keptUntil({ paidAt: newYear })).toEqual(new Date('2035-01-01T00:00:00Z'))
  const part = { key: 'k', pieces: {}, shipping: 490, amount: 490, vat: [] }
  const refunds = [{ ...part, state: 'done' as const, at: new Date('2027-01-02T09:00:00Z') }]
  expect(keptUntil({ paidAt: newYear, refunds })).toEqual(new Date('2036-01-01T00:00:00Z'))
})
