import { expect, test } from 'vitest'
import file from '../../../app/adapters/json-file/sample-catalogue.json'
import type { LegalDetails } from '../../../app/domain/legal/legal'
import type { Catalogue } from '../../../app/domain/shop/catalogue'
import { storedCatalogue } from '../../../app/domain/shop/catalogue-input'
import {
  isReady,
  ownPickup,
  samplesIn,
  settledOpening,
  shopChecks,
  shopState,
  withoutSamples,
} from '../../../app/domain/site/opening'
import type { ShopOpening } from '../../../app/domain/site/settings'
import { details as legal } from '../../support/legal'

const sample = storedCatalogue(file)
const open = {
  sample: false,
  shop: { open: true },
  mode: 'production',
  today: '2026-12-01',
} as const

test('a shop takes orders once its owner has opened it, with legal texts of its own', () => {
  expect(shopState(open)).toEqual({ kind: 'open' })
  for (const change of [{ sample: true }, { shop: { open: false } }, { shop: undefined }]) {
    expect(shopState({ ...open, ...change })).toEqual({ kind: 'closed' })
    expect(shopState({ ...open, ...change, mode: 'development' })).toEqual({ kind: 'open' })
  }
})

test('a pause ends on its date, or without one when the owner ends it', () => {
  const paused = (closedUntil: string) => shopState({ ...open, shop: { open: true, closedUntil } })
  expect(paused('2026-12-02')).toEqual({ kind: 'paused', until: '2026-12-02' })
  expect(paused('2026-12-01')).toEqual({ kind: 'open' })
  expect(paused('')).toEqual({ kind: 'paused' })
})

test('a shop that was open before stays open, and only the operator’s file opens one by itself', () => {
  const written = { complete: true, fromFile: false, abroad: false }
  const file = { ...written, fromFile: true }
  const settled = (shop: ShopOpening | undefined, legal: typeof written, sold = false) =>
    settledOpening(shop, legal, sold)
  expect(settled(undefined, written)).toEqual({ open: true })
  expect(settled(undefined, { ...written, complete: false })).toEqual({ open: false })
  expect(settled({ open: false }, written)).toBeUndefined()
  expect(settled({ open: false }, file)).toEqual({ open: true })
  expect(settled({ open: true, closedUntil: '' }, written)).toBeUndefined()
  // Abroad the operator's file opens none; one that has sold before stays open.
  const abroad = { ...file, abroad: true }
  expect(settled(undefined, abroad)).toEqual({ open: false })
  expect(settled({ open: false }, abroad)).toBeUndefined()
  expect(settled({ open: true }, abroad)).toBeUndefined()
  expect(settled(undefined, abroad, true)).toEqual({ open: true })
})

test('what the owner has changed is no longer a sample', () => {
  const [first, ...others] = sample.products
  if (!first) throw new Error('The sample is empty')
  expect(samplesIn(sample, sample).has(first.id)).toBe(true)
  const own = { ...first, price: first.price + 1 }
  const changed = { ...sample, products: [own, ...others] }
  expect(samplesIn(changed, sample).has(first.id)).toBe(false)
  // The owner's product may need the sample's shipping.
  expect(withoutSamples(changed, sample)).toMatchObject({ shipping: sample.shipping })
  expect(withoutSamples(changed, sample).products).toContainEqual(own)
  const none = withoutSamples(sample, sample)
  expect(none.products.filter(({ kind }) => kind === 'good')).toEqual([])
  // Plans are the operator's.
  expect(none.products.some(({ kind }) => kind === 'plan')).toBe(true)
  expect([none.shipping, none.pickup]).toEqual([[], undefined])
  // So are their categories.
  expect(Object.keys(none.categories)).toEqual(['desks', 'addons'])
  const renamed = { ...sample.categories, goods: { en: 'Bells', de: 'Klingeln' } }
  expect(withoutSamples({ ...sample, categories: renamed }, sample).categories).toMatchObject({
    goods: renamed.goods,
  })
  expect(withoutSamples(changed, sample).categories).toMatchObject({
    [own.category]: sample.categories[own.category],
  })
})

test('the samples’ times to pick up are not the owner’s, until they are saved or the shop is open', () => {
  const { pickup } = sample
  const [closed, opened] = [{ kind: 'closed' }, { kind: 'open' }] as const
  expect(ownPickup(sample, sample, closed)).toBeUndefined()
  expect(ownPickup(sample, sample, opened)).toEqual(pickup)
  expect(ownPickup({ ...sample, ownDelivery: true }, sample, closed)).toEqual(pickup)
  const own = { en: 'Sundays', de: 'sonntags' }
  expect(ownPickup({ ...sample, pickup: own }, sample, closed)).toEqual(own)
})

test('a shop may open in Germany, with a tax number or a VAT ID, and something of its own for sale', () => {
  const { company } = legal
  if (!company) throw new Error('The example has no company')
  const [first, ...others] = sample.products
  if (!first) throw new Error('The sample is empty')
  const own = { ...sample, products: [{ ...first, price: first.price + 10 }, ...others] }
  const checks = (change: Partial<typeof company>, catalogue: Catalogue = own) =>
    shopChecks({ ...legal, company: { ...company, ...change } }, catalogue, sample)
  const neither = { vatId: undefined, taxNumber: undefined }
  expect(isReady(checks({}))).toBe(true)
  expect(isReady(checks(neither))).toBe(false)
  expect(isReady(checks({ ...neither, taxNumber: '37/123/45678' }))).toBe(true)
  expect(isReady(checks({ country: 'AT' }))).toBe(false)
  expect(isReady(checks({ ...neither, country: 'CH' }))).toBe(false)
  expect(isReady(checks({}, { ...sample, products: [] }))).toBe(false)
  expect(isReady(checks({}, sample))).toBe(false)
})

test('a text counts as borrowed once a language has it, and another one lacks it', () => {
  const checks = (texts: LegalDetails['texts']) => {
    const { translated, borrowed } = shopChecks({ texts }, sample, sample)
    return { translated, borrowed }
  }
  const { en, de = {} } = legal.texts
  expect(checks({})).toEqual({ translated: false, borrowed: 0 })
  expect(checks({ en, de: { terms: de.terms } })).toEqual({ translated: false, borrowed: 5 })
  expect(checks({ en, de })).toEqual({ translated: true, borrowed: 0 })
})

test('delivery is ready once a product can reach a customer, or before there is any, could', () => {
  const empty = withoutSamples(sample, sample)
  const ready = (change: Partial<Catalogue>) =>
    shopChecks(legal, { ...empty, ...change }, sample).delivery
  const { shipping, pickup, products } = sample
  const [found] = products.filter(({ kind }) => kind === 'service')
  if (!found) throw new Error('The sample has no service')
  const service = { ...found, price: found.price + 1 }
  expect(ready({})).toBe(false)
  // The samples' own is not the owner's.
  expect(shopChecks(legal, sample, sample).delivery).toBe(false)
  expect(ready({ ...sample, shipping: shipping.slice(1) })).toBe(true)
  expect(shopChecks(legal, { ...sample, ownDelivery: true }, sample).delivery).toBe(true)
  expect([ready({ shipping }), ready({ pickup })]).toEqual([true, true])
  expect(ready({ products: [{ ...service, delivery: 'none' }] })).toBe(true)
  expect(ready({ shipping, products: [{ ...service, delivery: 'pickup' }] })).toBe(false)
})
