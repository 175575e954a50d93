import type { Kysely } from 'kysely'
import { newSiteSettings, picturesIn } from '../../../domain/site/settings'
import { keptSettings } from '../../../domain/site/settings-input'
import type { SiteStore, StoredSite } from '../../../domain/site/settings-store'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'
import { findPicture } from '../files/pictures.server'
import { readRow, versionIn, writeRow } from '../single-row.server'

export function createSiteStore({ kysely }: Database): SiteStore {
  return {
    version: () => versionIn(kysely, 'siteSettings'),

    find: () => find(kysely),

    change: (decide, pictures = []) =>
      kysely.transaction().execute(async (transaction) => {
        const kept = await find(transaction)
        const decided = decide(kept?.settings)
        if (!decided.settings) return decided
        await writeRow(transaction, 'siteSettings', (kept?.version ?? 0) + 1, decided.settings)
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

    findPicture: (id, size) => findPicture(kysely, 'sitePictures', id, size),
  }
}

/** Clears the site's own texts in the commit that hides the account of its desk. */
export async function forgetSite(transaction: Kysely<Schema>, deskId: string): Promise<void> {
  const claim = await transaction.selectFrom('siteClaim').select('deskId').executeTakeFirst()
  const kept = await find(transaction)
  if (claim?.deskId !== deskId || !kept) return
  const { shop } = kept.settings
  await writeRow(transaction, 'siteSettings', kept.version + 1, { ...newSiteSettings, shop })
  await transaction.deleteFrom('sitePictures').execute()
}

async function find(kysely: Kysely<Schema>): Promise<StoredSite | undefined> {
  const row = await readRow(kysely, 'siteSettings')
  return row && { settings: keptSettings(row.content), version: row.version }
}
