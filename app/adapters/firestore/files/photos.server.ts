import type { PhotoStore } from '../../../domain/files/photos'
import type { Database } from '../database/database.server'

/** Far smaller than a document may be (1 MiB). */
export function createPhotoStore({ document, transact }: Database): PhotoStore {
  const photo = (uid: string) => document('photos', uid)
  return {
    save: (uid, saved) =>
      transact([`photo ${uid}`], async (transaction) => {
        const account = await transaction.get(document('accounts', uid))
        if (account.exists) transaction.set(photo(uid), saved)
      }),

    async find(uid) {
      const found = (await photo(uid).get()).data()
      return found && { ...found, bytes: new Uint8Array(found.bytes) }
    },

    async remove(uid) {
      await photo(uid).delete()
    },
  }
}
