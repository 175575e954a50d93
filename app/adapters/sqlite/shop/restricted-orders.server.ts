import type { RestrictedOrderStore } from '../../../domain/shop/restricted-orders'
import type { Database } from '../database/database.server'

export function createRestrictedOrderStore({ kysely }: Database): RestrictedOrderStore {
  return {
    async removeOlder(before, limit) {
      const { numDeletedRows } = await kysely
        .deleteFrom('restrictedOrders')
        .where('number', 'in', (old) =>
          old
            .selectFrom('restrictedOrders')
            .select('number')
            .where('keepUntil', '<', before.getTime())
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
