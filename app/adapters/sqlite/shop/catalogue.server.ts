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

export function createCatalogueStore({ kysely }: Database): CatalogueStore {
  return {
    async version() {
      const row = await kysely.selectFrom('catalogue').select('version').executeTakeFirst()
      return row?.version ?? 0
    },

    find: () => kysely.transaction().execute(find),

    change: (decide, photos = []) =>
      kysely.transaction().execute(async (transaction) => {
        const stored = await find(transaction)
        const decided = decide(stored?.catalogue)
        const { catalogue } = decided
        if (!catalogue) return decided
        const { products, ...rest } = catalogue
        const cells = { version: (stored?.version ?? 0) + 1, content: JSON.stringify(rest) }
        await transaction
          .insertInto('catalogue')
          .values({ id: 1, ...cells })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
          .execute()
        await transaction.deleteFrom('products').execute()
        for (const [index, product] of products.entries()) {
          const content = JSON.stringify(product)
          await transaction
            .insertInto('products')
            .values({ id: product.id, place: index, content })
            .execute()
        }
        for (const photo of photos) {
          await transaction.insertInto('productPhotos').values(photo).execute()
        }
        await transaction
          .deleteFrom('productPhotos')
          .where('id', 'not in', anyOf([...photosIn(catalogue)]))
          .execute()
        return decided
      }),

    async findPhoto(id, size) {
      const row = await kysely
        .selectFrom('productPhotos')
        .select(size)
        .where('id', '=', id)
        .executeTakeFirst()
      // libsql returns a bare ArrayBuffer.
      return row && new Uint8Array(row[size])
    },
  }
}

async function find(transaction: Transaction<Schema>): Promise<StoredCatalogue | undefined> {
  const row = await transaction.selectFrom('catalogue').selectAll().executeTakeFirst()
  if (!row) return undefined
  const products = await transaction.selectFrom('products').selectAll().orderBy('place').execute()
  const catalogue = storedCatalogue({
    ...JSON.parse(row.content),
    products: products.map(({ content }) => JSON.parse(content)),
  })
  return { catalogue, version: row.version }
}
