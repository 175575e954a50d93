import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'firebase-admin/firestore'
import type { Catalogue } from '../../../domain/shop/catalogue'
import { storedCatalogue } from '../../../domain/shop/catalogue-input'
import {
  type CatalogueStore,
  photosIn,
  type StoredCatalogue,
} from '../../../domain/shop/catalogue-store'
import { photoSizes } from '../../../domain/shop/product-photos'
import type { Database } from '../database/database.server'

/** One document for the catalogue, one per product, and one per size of a photo. */
export function createCatalogueStore(database: Database): CatalogueStore {
  const { document, readAll, transact, firestore } = database
  const whole = document('catalogue', 'catalogue')

  async function find(transaction: Transaction): Promise<StoredCatalogue | undefined> {
    const record = (await transaction.get(whole)).data()
    if (!record) return undefined
    const { version, products: ids, ...rest } = record
    const products = await readAll(
      ids.map((id) => document('products', id)),
      transaction,
    )
    return { catalogue: storedCatalogue({ ...rest, products }), version }
  }

  return {
    async version() {
      return (await whole.get()).data()?.version ?? 0
    },

    find: () => firestore.runTransaction(find, { readOnly: true }),

    change: (decide, photos = []) =>
      transact(['catalogue'], async (transaction) => {
        const stored = await find(transaction)
        const decided = decide(stored?.catalogue)
        const { catalogue } = decided
        if (!catalogue) return decided
        const { products, ...rest } = catalogue
        const version = (stored?.version ?? 0) + 1
        transaction.set(whole, { ...rest, version, products: products.map(({ id }) => id) })
        const { changed, removed } = differences(stored?.catalogue, catalogue)
        for (const product of changed) transaction.set(document('products', product.id), product)
        for (const id of removed) transaction.delete(document('products', id))
        for (const photo of photos) {
          for (const size of photoSizes) {
            transaction.set(document('productPhotos', photo.id, size), { bytes: photo[size] })
          }
        }
        const shown = photosIn(catalogue)
        for (const id of stored ? photosIn(stored.catalogue) : []) {
          if (shown.has(id)) continue
          for (const size of photoSizes) transaction.delete(document('productPhotos', id, size))
        }
        return decided
      }),

    async findPhoto(id, size) {
      const found = (await document('productPhotos', id, size).get()).data()
      return found && new Uint8Array(found.bytes)
    },
  }
}

function differences(before: Catalogue | undefined, { products }: Catalogue) {
  const known = new Map((before?.products ?? []).map((product) => [product.id, product]))
  const changed = products.filter((product) => !isDeepStrictEqual(known.get(product.id), product))
  const ids = new Set(products.map(({ id }) => id))
  return { changed, removed: [...known.keys()].filter((id) => !ids.has(id)) }
}
