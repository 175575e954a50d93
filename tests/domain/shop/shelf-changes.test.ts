import { describe, expect, test } from 'vitest'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'
import { mostCategories } from '../../../app/domain/shop/catalogue'
import { storedCatalogue } from '../../../app/domain/shop/catalogue-input'
import { isOnShelf } from '../../../app/domain/shop/shelf'
import { moveProduct, newKey, withCategories } from '../../../app/domain/shop/shelf-changes'
import { declaredFor } from '../../../app/domain/shop/stock'

describe('a key', () => {
  const free = () => false
  test('is made of the title in characters that fit an address', () => {
    expect(newKey('Grüner Tee, 250 g', free)).toBe('gruener-tee-250-g')
    expect(newKey('  Crème brûlée! ', free)).toBe('creme-brulee')
    expect(newKey('日本茶', free)).toMatch(/^[a-z0-9-]+$/)
    expect(newKey('x'.repeat(120), free)).toHaveLength(50)
  })
  test('gets a number where it is taken', () => {
    const taken = ['tee', 'tee-2']
    expect(newKey('Tee', (key) => taken.includes(key))).toBe('tee-3')
  })
})

test('a product changes places with its neighbour on the shelf, past plans', () => {
  const catalogue = storedCatalogue(sample)
  const [plan, ...goods] = [
    ...catalogue.products.filter((each) => !isOnShelf(each)),
    ...catalogue.products.filter(isOnShelf),
  ]
  const [first, second] = goods.filter(isOnShelf)
  if (!plan || !first || !second) throw new Error('The sample is too small')
  const mixed = { ...catalogue, products: [first, plan, second] }
  const ids = (by: -1 | 1, id: string) => moveProduct(mixed, id, by).products.map((each) => each.id)
  expect(ids(1, first.id)).toEqual([second.id, plan.id, first.id])
  expect(ids(-1, first.id)).toEqual([first.id, plan.id, second.id])
  expect(ids(-1, plan.id)).toEqual([first.id, plan.id, second.id])
})

test('a new category is added once, however often its form is sent', () => {
  const catalogue = storedCatalogue(sample)
  const title = { en: 'Tea', de: '' }
  const shown = Object.entries(catalogue.categories).map(([id, each]) => ({ id, title: each }))
  const send = (before: typeof catalogue, typed = title) => {
    const after = withCategories(before, [...shown, { title: typed }])
    if (!('catalogue' in after)) throw new Error('No category goes')
    return after.catalogue
  }
  const once = send(catalogue)
  expect(once.categories).toEqual({ ...catalogue.categories, tea: title })
  expect(send(once)).toEqual(once)
  const other = { en: 'Tea', de: 'Tee' }
  expect(send(once, other).categories).toEqual({ ...once.categories, 'tea-2': other })
})

test('no more categories are added than a shop may have, however many a form names', () => {
  const catalogue = storedCatalogue(sample)
  const wanted = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: { en: `New ${index}`, de: '' } }))
  const room = mostCategories - Object.keys(catalogue.categories).length
  const full = withCategories(catalogue, wanted(room))
  if (!('catalogue' in full)) throw new Error('There is room')
  expect(Object.keys(full.catalogue.categories)).toHaveLength(mostCategories)
  expect(withCategories(catalogue, wanted(room + 1))).toEqual({ full: true })
  expect(withCategories(full.catalogue, wanted(room))).toEqual({ catalogue: full.catalogue })
})

test('as many are left as were typed, less what was sold since', () => {
  expect(declaredFor(24, 30, 20, 4)).toBe(34)
  expect(declaredFor(24, 20, 20, 4)).toBe(24)
  expect(declaredFor(24, 0, 30, 4)).toBe(0)
  expect(declaredFor(undefined, 10, undefined, 4)).toBe(14)
})
