import type { Kind } from '../records/kinds'
import type { Records } from '../records/records'
import type { RestrictedOrder, RestrictedOrderStore } from './restricted-orders'

/** How long one is kept; what it says is written where its account is erased. */
export const restrictedOrderKind: Kind<Pick<RestrictedOrder, 'number' | 'keepUntil'>, 'byEnd'> = {
  noun: 'restrictedOrder',
  table: 'restrictedOrders',
  cells: { number: 'number', keepUntil: 'time' },
  key: ['number'],
  lists: { byEnd: { by: [], order: 'keepUntil' } },
}

export function createRestrictedOrderStore(records: Records): RestrictedOrderStore {
  return {
    removeOlder: (before, limit) =>
      records.clear(restrictedOrderKind, 'byEnd', {}, { until: before, limit }),
  }
}
