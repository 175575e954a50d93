import { expect, test } from 'vitest'
import { changesBetween, seenOf } from '~/domain/shop/checkout-changes'

const line = (productId: string, quantity: number, price: number) => {
  return { productId, quantity, price }
}
const totals = (shipping?: number) => ({ goods: 1_000, shipping, gross: 1_000, vat: [] })
const before = seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(490), 'DE', 'v1')

test.each([
  ['nothing', before, []],
  [
    'a quantity',
    seenOf([line('bell', 1, 300), line('cup', 1, 400)], totals(490), 'DE', 'v1'),
    [{ kind: 'quantity', productId: 'bell', before: 2, now: 1 }],
  ],
  [
    'what is gone and what is new',
    seenOf([line('bell', 2, 300), line('sign', 1, 90)], totals(490), 'DE', 'v1'),
    [
      { kind: 'quantity', productId: 'cup', before: 1, now: 0 },
      { kind: 'quantity', productId: 'sign', before: 0, now: 1 },
    ],
  ],
  [
    'a price',
    seenOf([line('bell', 2, 350), line('cup', 1, 400)], totals(490), 'DE', 'v1'),
    [{ kind: 'price', productId: 'bell', before: 300, now: 350 }],
  ],
  [
    'another country',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(990), 'AT', 'v1'),
    [{ kind: 'shipping', country: 'AT', now: 990 }],
  ],
  [
    'a country that costs the same',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(490), 'AT', 'v1'),
    [{ kind: 'shipping', country: 'AT', now: 490 }],
  ],
  [
    'pick-up in place of shipping',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(0), 'pickup', 'v1'),
    [{ kind: 'pickup' }],
  ],
  [
    'other terms',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(490), 'DE', 'v2'),
    [{ kind: 'terms' }],
  ],
])('names %s', (_, now, changes) => expect(changesBetween(before, now)).toEqual(changes))

test.each(['', 'x', '{}', '[[["bell"]],null,{}]', '[1,2]'])('names nothing from %o', (seen) =>
  expect(changesBetween(seen, before)).toEqual([]),
)
