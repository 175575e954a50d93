import { expect, test } from 'vitest'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'
import { readCatalogue, storedCatalogue } from '../../../app/domain/shop/catalogue-input'
import { shownCatalogue } from '../../../app/domain/shop/shown-catalogue'

const [bell, ...others] = sample.products
const withBell = (change: object) => ({ ...sample, products: [{ ...bell, ...change }, ...others] })
const bellIn = (change: object) => {
  const { delivery: _, ...old } = { ...bell, ...change } as Record<string, unknown>
  return storedCatalogue({ ...sample, products: [old] }).products[0]
}

test.each([
  [{ shipped: true }, 'shipping'],
  [{ shipped: false }, 'none'],
  [{}, 'none'],
])('what was kept before something could be for pick-up alone stays: %j is %s', (old, delivery) => {
  expect(bellIn(old)?.delivery).toBe(delivery)
  expect(bellIn(old)).not.toHaveProperty('shipped')
})

test('products for pick-up only need pick-up, and others a shipping rate or pick-up', () => {
  const { pickup, ...withoutPickup } = withBell({ delivery: 'pickup' })
  expect(pickup).toBeDefined()
  expect(readCatalogue(withBell({ delivery: 'pickup' }))).toMatchObject({ kind: 'sound' })
  expect(readCatalogue(withoutPickup)).toEqual({
    kind: 'unsound',
    problems: ['products.0.delivery: is for pick-up alone, but there is no pick-up'],
  })
  const neither = readCatalogue({ ...withoutPickup, shipping: [], products: others })
  expect(neither).toMatchObject({ kind: 'unsound' })
})

test('a text is stored in the languages it was written in, and shown in every language', () => {
  const written = storedCatalogue(
    withBell({ title: { de: 'Tresenglocke' }, images: [{ file: '/bell.svg', alt: {} }] }),
  )
  expect(written.products[0]?.title).toEqual({ en: '', de: 'Tresenglocke' })
  expect(storedCatalogue(JSON.parse(JSON.stringify(written)))).toEqual(written)
  const [shown] = shownCatalogue(written).products
  const everywhere = { en: 'Tresenglocke', de: 'Tresenglocke' }
  expect(shown).toMatchObject({ title: everywhere, images: [{ alt: everywhere }] })
})
