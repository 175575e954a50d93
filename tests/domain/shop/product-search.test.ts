import { describe, expect, test } from 'vitest'
import { type ProductQuery, searchProducts } from '~/domain/shop/product-search'
import type { Language } from '~/domain/text/languages'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'
import { readCatalogue } from '../../../app/domain/shop/catalogue-input'

const read = readCatalogue(sample)
if (read.kind !== 'sound') throw new Error(read.problems.join('\n'))
const { catalogue } = read

function search(query: Partial<ProductQuery>, language: Language = 'en'): string[] {
  const found = searchProducts(catalogue, { words: '', order: 'shelf', ...query }, language)
  return found.map(({ id }) => id)
}

describe('The search of the shelf', () => {
  test('finds a word with umlauts however it is spelled', () => {
    for (const words of ['Türschild', 'tuerschild', 'TURSCHILD', 'türschild']) {
      expect(search({ words })[0], words).toBe('open-sign')
    }
    for (const words of ['Tüte', 'tuete', 'tute'])
      expect(search({ words })).toEqual(['house-coffee'])
  })

  test('finds a word within a German compound, and in the other language', () => {
    expect(search({ words: 'klingel' })[0]).toBe('counter-bell')
    expect(search({ words: 'Tresenklingel' }, 'en')).toEqual(['counter-bell'])
  })

  test('tolerates one typing error, and two in a long word', () => {
    for (const words of ['coffe', 'cofee', 'cofffee', 'cofeee', 'cfofee']) {
      expect(search({ words })[0], words).toBe('house-coffee')
    }
    for (const words of ['tresenklngel', 'tresnklinegl', 'klignel']) {
      expect(search({ words })[0], words).toBe('counter-bell')
    }
    expect(search({ words: 'tresxxxingel' })).toEqual([])
  })

  test('takes no notice of what is said as “&” elsewhere, and of what is before a number', () => {
    const [first, ...others] = sample.products
    const titled = (title: string) => ({ ...first, id: 'titled', title: { en: title, de: title } })
    for (const [title, words] of [
      ['Salz & Pfeffer', 'Salz und Pfeffer'],
      ['Salt & Pepper', 'salt and pepper'],
      ['Tea No. 5', 'Tea Nr. 5'],
      ['Tea No. 5', 'tea #5'],
      ['Tee\u00adkanne', 'Teekanne'],
      ['Teekanne', 'Tee\u00adkanne'],
    ] as const) {
      const read = readCatalogue({ ...sample, products: [titled(title), ...others] })
      if (read.kind !== 'sound') throw new Error(read.problems.join('\n'))
      const found = searchProducts(read.catalogue, { words, order: 'shelf' }, 'en')
      expect(found[0]?.id, words).toBe('titled')
    }
  })

  test('requires every word', () => {
    expect(search({ words: 'stoneware cup' })).toEqual(['stoneware-cup'])
    expect(search({ words: 'stoneware zeppelin' })).toEqual([])
  })

  test('ranks a match in the name before one in the description', () => {
    const found = search({ words: 'plus' })
    expect(found[0]).toBe('desk-plus')
  })

  test('accepts any input, and finds everything without words', () => {
    expect(search({ words: '  ?!  ' })).toHaveLength(catalogue.products.length)
    expect(search({ words: '.*(' })).toHaveLength(catalogue.products.length)
    expect(search({ words: 'x'.repeat(5_000) })).toEqual([])
  })

  test('shows one category', () => {
    expect(search({ category: 'services' }).sort()).toEqual(['coffee-class', 'set-up-hour'])
  })

  test('sorts by price and by name as the language does', () => {
    const prices = search({ order: 'cheapest' }).map(
      (id) => catalogue.products.find((each) => each.id === id)?.price ?? 0,
    )
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const byName = search({ order: 'name' }, 'de').map(
      (id) => catalogue.products.find((each) => each.id === id)?.title.de ?? '',
    )
    expect(byName).toEqual([...byName].sort((a, b) => a.localeCompare(b, 'de')))
    expect(search({})).toEqual(catalogue.products.map(({ id }) => id))
  })

  test('tolerates a typing error where the first letter comes twice', () => {
    const [first, ...others] = sample.products
    const cocoa = { ...first, id: 'cocoa', title: { en: 'Cocoa', de: 'Kakao' } }
    const read = readCatalogue({ ...sample, products: [cocoa, ...others] })
    if (read.kind !== 'sound') throw new Error(read.problems.join('\n'))
    for (const words of ['coccoa', 'cocoaa', 'ccooa', 'cacoa']) {
      const found = searchProducts(read.catalogue, { words, order: 'shelf' }, 'en')
      expect(found[0]?.id, words).toBe('cocoa')
    }
  })

  test('takes little time, for any number of products and any input', () => {
    const description = 'Every evening even the elegant eat eastern eggs, early. '.repeat(10)
    const products = Array.from({ length: 400 }, (_, index) => {
      const [first] = sample.products
      return { ...first, id: `product-${index}`, description: { en: description, de: description } }
    })
    const full = readCatalogue({ ...sample, products })
    if (full.kind !== 'sound') throw new Error(full.problems.join('\n'))
    const before = process.cpuUsage()
    for (const words of ['even', 'zeppelin', `e${'x'.repeat(39)}`, 'exxxxxxxx exxxxxxy exxxxxxz']) {
      for (let time = 0; time < 2; time += 1) {
        searchProducts(full.catalogue, { words, order: 'shelf' }, 'en')
      }
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })
})
