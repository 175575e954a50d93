import { FieldPath } from 'firebase-admin/firestore'
import { type EntitlementStore, grace } from '../../../domain/desks/entitlements'
import type { Database } from '../database/database.server'
import { firstOf, idOf, listOf } from '../database/documents.server'

/** Read only: the orders' transactions write them. */
export function createEntitlementStore({ collection }: Database): EntitlementStore {
  const ofDesk = (deskId: string) => collection('entitlements').where('deskId', '==', deskId)
  return {
    async listEffective(deskId, at) {
      const ends = new Date(at.getTime() - grace)
      const found = await listOf(ofDesk(deskId).where('until', '>', ends).orderBy('until'))
      return found
        .filter(({ from }) => from <= at)
        .sort((one, other) => one.from.getTime() - other.from.getTime())
    },

    async find(id) {
      return firstOf(collection('entitlements').where('id', '==', id))
    },

    listEnding(from, to, limit, after) {
      const found = collection('entitlements').where('until', '>', from).where('until', '<=', to)
      const all = found.orderBy('until').orderBy(FieldPath.documentId())
      const query = after ? all.startAfter(after.until, idOf(after.orderId, after.productId)) : all
      return listOf(query.limit(limit))
    },

    listAll: (deskId, limit) => listOf(ofDesk(deskId).orderBy('from', 'desc').limit(limit)),
  }
}
