import type { PhotoStore } from '../../../domain/files/photos'
import type { Database } from '../database/database.server'

/** In the database: each is small, and few people see it. */
export function createPhotoStore({ kysely }: Database): PhotoStore {
  return {
    save: (uid, { bytes, version, savedAt }) =>
      kysely.transaction().execute(async (transaction) => {
        const account = transaction.selectFrom('accounts').select('uid').where('uid', '=', uid)
        if (!(await account.executeTakeFirst())) return
        const cells = { bytes, version, savedAt: savedAt.getTime() }
        await transaction
          .insertInto('photos')
          .values({ uid, ...cells })
          .onConflict((conflict) => conflict.column('uid').doUpdateSet(cells))
          .execute()
      }),

    async find(uid) {
      const row = await kysely
        .selectFrom('photos')
        .selectAll()
        .where('uid', '=', uid)
        .executeTakeFirst()
      if (!row) return undefined
      // libsql returns a bare ArrayBuffer.
      const bytes = new Uint8Array(row.bytes)
      return { bytes, version: row.version, savedAt: new Date(row.savedAt) }
    },

    async remove(uid) {
      await kysely.deleteFrom('photos').where('uid', '=', uid).execute()
    },
  }
}
