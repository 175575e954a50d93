import { z } from 'zod'
import {
  type Entitlement,
  type EntitlementStore,
  grace,
  limitNames,
} from '../../../domain/desks/entitlements'
import type { Database } from '../database/database.server'
import type { Row } from '../database/schema.server'

const grants = z.record(z.enum(limitNames), z.number())

/** Read only: the orders' transactions write them. */
export function createEntitlementStore({ kysely }: Database): EntitlementStore {
  const all = () => kysely.selectFrom('entitlements').selectAll()

  return {
    async listEffective(deskId, at) {
      const rows = await all()
        .where('deskId', '=', deskId)
        .where('from', '<=', at.getTime())
        .where('until', '>', at.getTime() - grace)
        .orderBy('from')
        .orderBy('id')
        .execute()
      return rows.map(toEntitlement)
    },

    async find(id) {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row && toEntitlement(row)
    },

    async listEnding(from, to, limit, after) {
      let found = all()
        .where('until', '>', from.getTime())
        .where('until', '<=', to.getTime())
        .orderBy('until')
        .orderBy('orderId')
        .orderBy('productId')
        .limit(limit)
      if (after) {
        const { until, orderId, productId } = after
        found = found.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('until', 'orderId', 'productId'),
            '>',
            tuple(until.getTime(), orderId, productId),
          ),
        )
      }
      return (await found.execute()).map(toEntitlement)
    },

    async listAll(deskId, limit) {
      const rows = await all()
        .where('deskId', '=', deskId)
        .orderBy('from', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toEntitlement)
    },
  }
}

export function toEntitlement(row: Row<Entitlement>): Entitlement {
  return {
    ...row,
    grants: grants.parse(JSON.parse(row.grants)),
    from: new Date(row.from),
    until: new Date(row.until),
    createdAt: new Date(row.createdAt),
  }
}
