import type { Transaction } from 'kysely'
import { storedCatalogue } from '../../../domain/shop/catalogue-input'
import {
  type CatalogueStore,
  photosIn,
  type StoredCatalogue,
} from '../../../domain/shop/catalogue-store'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'
import { findPicture } from '../files/pictures.server'
import { readRow, versionIn, writeRow } from '../single-row.server'

export function createCatalogueStore({ kysely }: Database): CatalogueStore {
  return {
    version: () => versionIn(kysely, 'catalogue'),

    find: () => kysely.transaction().execute(find),

    change: (decide, photos = []) =>
      kysely.transaction().execute(async (transaction) => {
        const stored = await find(transaction)
        const decided = decide(stored?.catalogue)
        const { catalogue } = decided
        if (!catalogue) return decided
        const { products, ...rest } = catalogue
        await writeRow(transaction, 'catalogue', (stored?.version ?? 0) + 1, rest)
        await transaction.deleteFrom('products').execute()
        for (const [index, product] of products.entries()) {
          const content = JSON.stringify(product)
          await transaction
            .insertInto('products')
            .values({ id: product.id, place: index, content })
            .execute()
        }
        for (const photo of photos) {
          await transaction
            .insertInto('productPhotos')
            .values(photo)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        await transaction
          .deleteFrom('productPhotos')
          .where('id', 'not in', anyOf([...photosIn(catalogue)]))
          .execute()
        return decided
      }),

    findPhoto: (id, size) => findPicture(kysely, 'productPhotos', id, size),
  }
}

async function find(transaction: Transaction<Schema>): Promise<StoredCatalogue | undefined> {
  const row = await readRow(transaction, 'catalogue')
  if (!row) return undefined
  const products = await transaction.selectFrom('products').selectAll().orderBy('place').execute()
  const catalogue = storedCatalogue({
    ...row.content,
    products: products.map(({ content }) => JSON.parse(content)),
  })
  return { catalogue, version: row.version }
}
