import type { SiteClaimStore } from '../../../domain/desks/site-desk'
import type { Database } from '../database/database.server'

export function createSiteClaimStore({ kysely }: Database): SiteClaimStore {
  return {
    async find() {
      const claim = await kysely.selectFrom('siteClaim').select('deskId').executeTakeFirst()
      return claim?.deskId
    },

    async replace(from, to) {
      if (from === undefined) {
        const { numInsertedOrUpdatedRows = 0n } = await kysely
          .insertInto('siteClaim')
          .values({ id: 1, deskId: to })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows > 0n
      }
      const { numUpdatedRows } = await kysely
        .updateTable('siteClaim')
        .set({ deskId: to })
        .where('deskId', '=', from)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
