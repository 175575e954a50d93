import type { LeaseStore } from '../../../domain/outbox/leases'
import type { Database } from '../database/database.server'

export function createLeaseStore({ kysely }: Database): LeaseStore {
  return {
    async take(name, holder, until, now) {
      const taken = await kysely
        .insertInto('leases')
        .values({ name, holder, until: until.getTime() })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until: until.getTime() })
            .where((column) =>
              column.or([
                column('leases.holder', '=', holder),
                column('leases.until', '<=', now.getTime()),
              ]),
            ),
        )
        .returning('name')
        .executeTakeFirst()
      return taken !== undefined
    },

    async release(name, holder) {
      await kysely
        .deleteFrom('leases')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}
