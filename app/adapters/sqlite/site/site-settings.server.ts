import type { Kysely } from 'kysely'
import { newSiteSettings, picturesIn } from '../../../domain/site/settings'
import { keptSettings } from '../../../domain/site/settings-input'
import type { SiteStore, StoredSite } from '../../../domain/site/settings-store'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'

export function createSiteStore({ kysely }: Database): SiteStore {
  return {
    async version() {
      const row = await kysely.selectFrom('siteSettings').select('version').executeTakeFirst()
      return row?.version ?? 0
    },

    find: () => find(kysely),

    change: (decide, pictures = []) =>
      kysely.transaction().execute(async (transaction) => {
        const kept = await find(transaction)
        const decided = decide(kept?.settings)
        if (!decided.settings) return decided
        await write(transaction, { settings: decided.settings, version: (kept?.version ?? 0) + 1 })
        for (const picture of pictures) {
          await transaction
            .insertInto('sitePictures')
            .values(picture)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        await transaction
          .deleteFrom('sitePictures')
          .where('id', 'not in', anyOf([...picturesIn(decided.settings)]))
          .execute()
        return decided
      }),

    async findPicture(id, size) {
      const row = await kysely
        .selectFrom('sitePictures')
        .select(size)
        .where('id', '=', id)
        .executeTakeFirst()
      // libsql returns a bare ArrayBuffer.
      return row && new Uint8Array(row[size])
    },
  }
}

/** Clears the site's own texts in the commit that hides the account of its desk. */
export async function forgetSite(transaction: Kysely<Schema>, deskId: string): Promise<void> {
  const claim = await transaction.selectFrom('siteClaim').select('deskId').executeTakeFirst()
  const kept = await find(transaction)
  if (claim?.deskId !== deskId || !kept) return
  const { shop } = kept.settings
  await write(transaction, { settings: { ...newSiteSettings, shop }, version: kept.version + 1 })
  await transaction.deleteFrom('sitePictures').execute()
}

async function find(kysely: Kysely<Schema>): Promise<StoredSite | undefined> {
  const row = await kysely.selectFrom('siteSettings').selectAll().executeTakeFirst()
  return row && { settings: keptSettings(JSON.parse(row.content)), version: row.version }
}

async function write(
  transaction: Kysely<Schema>,
  { settings, version }: StoredSite,
): Promise<void> {
  const cells = { version, content: JSON.stringify(settings) }
  await transaction
    .insertInto('siteSettings')
    .values({ id: 1, ...cells })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
    .execute()
}
