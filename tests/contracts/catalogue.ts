import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import sample from '../../app/adapters/json-file/sample-catalogue.json'
import type { Catalogue, Product } from '../../app/domain/shop/catalogue'
import { storedCatalogue } from '../../app/domain/shop/catalogue-input'
import { photoAddress } from '../../app/domain/shop/product-photos'
import type { Stores } from '../../app/domain/stores'
import { type OpenStores, writers } from './examples'

const catalogue = storedCatalogue(sample)

const photo = (id: string, ...bytes: number[]) => ({
  id,
  square: Uint8Array.from(bytes),
  whole: Uint8Array.from([...bytes, 0, 255]),
})

/** The first product changed. */
function withFirst(change: (product: Product) => Partial<Product>, of = catalogue): Catalogue {
  const [first, ...others] = of.products
  if (!first) throw new Error('The sample is empty')
  return { ...of, products: [{ ...first, ...change(first) }, ...others] }
}

const showing = (...ids: string[]) =>
  withFirst(({ title }) => ({
    images: ids.map((id) => ({ file: photoAddress(id), alt: title })),
  }))

export function catalogueStoreContract(name: string, open: OpenStores) {
  describe(`the catalogue in ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('is empty until something was changed', async () => {
      expect(await stores.products.version()).toBe(0)
      expect(await stores.products.find()).toBeUndefined()
      const left = await stores.products.change((stored) => ({
        seen: stored,
        catalogue: undefined,
      }))
      expect(left).toEqual({ seen: undefined })
      expect(await stores.products.version()).toBe(0)
    })

    test('is found as it was changed, the products in their order', async () => {
      await stores.products.change(() => ({ catalogue }))
      expect(await stores.products.find()).toEqual({ catalogue, version: 1 })
      const turned = { ...catalogue, products: catalogue.products.toReversed().slice(1) }
      const decided = await stores.products.change((stored) => {
        expect(stored).toEqual(catalogue)
        return { catalogue: turned, said: 'done' }
      })
      expect(decided.said).toBe('done')
      expect(await stores.products.find()).toEqual({ catalogue: turned, version: 2 })
      expect(await stores.products.version()).toBe(2)
    })

    test('keeps a text in the languages that it was written in, and how a product is delivered', async () => {
      const written = withFirst(({ images }) => ({
        title: { en: '', de: 'Mohnkuchen' },
        delivery: 'pickup',
        images: images.map((image) => ({ ...image, alt: { en: '', de: '' } })),
      }))
      await stores.products.change(() => ({ catalogue: written }))
      expect((await stores.products.find())?.catalogue).toEqual(written)
    })

    test('keeps every change of many at once', async () => {
      await stores.products.change(() => ({ catalogue: withFirst(() => ({ price: 0 })) }))
      const dearer = (stored = catalogue) => ({
        catalogue: withFirst(({ price }) => ({ price: price + 1 }), stored),
      })
      const all = writers(open, 20)
      await Promise.all(all.map(() => stores.products.change(dearer)))
      const stored = await stores.products.find()
      expect(stored?.catalogue.products[0]?.price).toBe(all.length)
      expect(stored?.version).toBe(all.length + 1)
    })

    test('has the photos that a product shows, and no others', async () => {
      const { products } = stores
      await products.change(
        () => ({ catalogue: showing('one', 'two') }),
        [photo('one', 1), photo('two', 2)],
      )
      expect(await products.findPhoto('one', 'square')).toEqual(Uint8Array.from([1]))
      expect(await products.findPhoto('two', 'whole')).toEqual(Uint8Array.from([2, 0, 255]))
      expect(await products.findPhoto('three', 'whole')).toBeUndefined()
      await products.change(() => ({}))
      await products.change(() => ({ catalogue: showing('two', 'one') }), [photo('two', 2)])
      expect(await products.findPhoto('two', 'square')).toBeDefined()
      await products.change(() => ({ catalogue: showing('one') }))
      expect(await products.findPhoto('one', 'whole')).toBeDefined()
      for (const size of ['square', 'whole'] as const) {
        expect(await products.findPhoto('two', size)).toBeUndefined()
      }
    })
  })
}
