import type { Transaction } from 'firebase-admin/firestore'
import { photoSizes } from '../../../domain/shop/product-photos'
import { newSiteSettings, picturesIn } from '../../../domain/site/settings'
import { keptSettings } from '../../../domain/site/settings-input'
import type { SiteStore, StoredSite } from '../../../domain/site/settings-store'
import type { Database } from '../database/database.server'

/** A document for the settings, and one each size of a picture. */
export function createSiteStore({ document, transact }: Database): SiteStore {
  const whole = document('siteSettings', 'site')
  return {
    async version() {
      return (await whole.get()).data()?.version ?? 0
    },

    find: async () => found((await whole.get()).data()),

    change: (decide, pictures = []) =>
      transact(['siteSettings'], async (transaction) => {
        const kept = found((await transaction.get(whole)).data())
        const decided = decide(kept?.settings)
        const { settings } = decided
        if (!settings) return decided
        transaction.set(whole, { settings, version: (kept?.version ?? 0) + 1 })
        for (const picture of pictures) {
          for (const size of photoSizes) {
            transaction.set(document('sitePictures', picture.id, size), { bytes: picture[size] })
          }
        }
        const shown = picturesIn(settings)
        for (const id of kept ? picturesIn(kept.settings) : []) {
          if (shown.has(id)) continue
          for (const size of photoSizes) transaction.delete(document('sitePictures', id, size))
        }
        return decided
      }),

    async findPicture(id, size) {
      const kept = (await document('sitePictures', id, size).get()).data()
      return kept && new Uint8Array(kept.bytes)
    },
  }
}

/** Clears the site's own texts in the commit that hides the account of its desk. Reads nothing. */
export function forgetSite(
  { document }: Database,
  transaction: Transaction,
  { settings, version }: StoredSite,
): void {
  const forgotten = { settings: { ...newSiteSettings, shop: settings.shop } }
  transaction.set(document('siteSettings', 'site'), { ...forgotten, version: version + 1 })
  for (const id of picturesIn(settings)) {
    for (const size of photoSizes) transaction.delete(document('sitePictures', id, size))
  }
}

function found(record: StoredSite | undefined): StoredSite | undefined {
  return record && { ...record, settings: keptSettings(record.settings) }
}
