import { expect, test } from 'vitest'
import {
  calmReason,
  changesBetween,
  deliveryWanted,
  type SeenChange,
  seenOf,
} from '~/domain/shop/checkout-changes'

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
    [{ kind: 'shipping', country: 'AT', now: 990, chosen: true }],
  ],
  [
    'a country that costs the same',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(490), 'AT', 'v1'),
    [{ kind: 'shipping', country: 'AT', now: 490, chosen: true }],
  ],
  [
    'what shipping costs there now',
    seenOf([line('bell', 2, 300), line('cup', 1, 400)], totals(590), 'DE', 'v1'),
    [{ kind: 'shipping', country: 'DE', before: 490, now: 590, chosen: false }],
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

const dearer = { kind: 'price', productId: 'bell', before: 300, now: 350 } as const
const cheaper = { kind: 'price', productId: 'bell', before: 300, now: 250 } as const
const fewer = { kind: 'quantity', productId: 'bell', before: 2, now: 1 } as const
const shipping = { kind: 'shipping', country: 'DE', now: 490 } as const

test.each<[string, SeenChange[], string | undefined]>([
  ['nothing that can be named', [], undefined],
  ['a choice of pick-up', [{ kind: 'pickup' }], 'pickup'],
  ['a choice of another country', [{ ...shipping, chosen: true }], 'shipping'],
  ['a quantity that was typed', [fewer], 'chosen'],
  ['two choices', [fewer, { kind: 'pickup' }], 'chosen'],
  ['a price that falls', [cheaper], 'cheaper'],
  ['shipping that costs less', [{ ...shipping, before: 590, chosen: false }], 'cheaper'],
  ['shipping that costs more', [{ ...shipping, before: 390, chosen: false }], undefined],
  ['a price that rises', [dearer], undefined],
  ['a choice beside a price that rises', [{ kind: 'pickup' }, dearer], undefined],
  ['other terms', [{ kind: 'terms' }], undefined],
])('asks calmly, or alarms, about %s', (_, changes, reason) =>
  expect(calmReason(changes, { bell: 1 })).toBe(reason),
)

test('warns about fewer than were typed', () =>
  expect(calmReason([fewer], { bell: 3 })).toBeUndefined())

test.each([
  ['on-pickup', 'shipping', 'DE', 'pickup'],
  ['on-pickup', 'shipping', 'pickup', 'shipping'],
  ['on-pickup', 'pickup', 'pickup', 'pickup'],
  ['bank-transfer', 'shipping', 'DE', 'shipping'],
])(
  'delivers what is paid by %s and sent by %s, after %s was shown, by %s',
  (payment, delivery, shown, wanted) =>
    expect(deliveryWanted({ payment, delivery, seen: seenOf([], totals(0), shown, 'v1') })).toBe(
      wanted,
    ),
)
