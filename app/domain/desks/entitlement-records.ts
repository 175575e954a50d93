import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  type Reading,
  type Records,
  removed,
} from '../records/records'
import { type Entitlement, type EntitlementStore, grace, type NewEntitlement } from './entitlements'

export const entitlementKind: Kind<
  Entitlement,
  'ofDesk' | 'running' | 'ending' | 'byId' | 'ofOrder'
> = {
  noun: 'entitlement',
  table: 'entitlements',
  cells: {
    id: 'text',
    deskId: 'text',
    orderId: 'text',
    productId: 'text',
    grants: 'json',
    from: 'time',
    until: 'time',
    createdAt: 'time',
  },
  key: ['orderId', 'productId'],
  desk: 'deskId',
  lists: {
    ofDesk: { by: ['deskId'], order: 'from', descending: true },
    running: { by: ['deskId'], order: 'until' },
    ending: { by: [], order: 'until', paged: true },
    byId: { by: ['id'] },
    ofOrder: { by: ['orderId'] },
  },
}

/** Read only: the orders' commits write them. */
export function createEntitlementStore(records: Records): EntitlementStore {
  return {
    async listEffective(deskId, at) {
      const range = { from: after(at, -grace) }
      const found = await records.list(entitlementKind, 'running', { deskId }, range)
      return found.filter(({ from }) => from <= at).sort(byBeginning)
    },

    find: async (id) => (await records.list(entitlementKind, 'byId', { id }))[0],

    listEnding: (from, to, limit, last) =>
      records.list(
        entitlementKind,
        'ending',
        {},
        {
          from: after(from),
          until: after(to),
          limit,
          after: last as Entitlement | undefined,
        },
      ),

    listAll: (deskId, limit) => records.list(entitlementKind, 'ofDesk', { deskId }, { limit }),
  }
}

/** What an order's change means for what it grants. */
interface Granting {
  entitlements?: readonly NewEntitlement[]
  entitlementsEnd?: { at: Date; products: readonly string[] }
  entitlementsGrant?: Readonly<Record<string, Entitlement['grants']>>
  takesBack?: { payment: boolean }
}

/** What a commit changes of the entitlements of an order; one product is granted once. */
export async function entitlementsChanged(
  read: Reading,
  orderId: string,
  { entitlements = [], entitlementsEnd: end, entitlementsGrant = {}, takesBack }: Granting,
): Promise<Change[]> {
  const grantsOf = new Map(Object.entries(entitlementsGrant))
  if (entitlements.length === 0 && !end && grantsOf.size === 0 && !takesBack?.payment) return []
  const known = await read.list(entitlementKind, 'ofOrder', { orderId })
  const isKnown = (productId: string) => known.some((each) => each.productId === productId)
  const added = entitlements
    .filter(({ productId }) => !isKnown(productId))
    .map((each) => created(entitlementKind, each))
  if (takesBack?.payment) return [...added, ...known.map((each) => removed(entitlementKind, each))]
  const kept = known.map((each) => {
    const { productId, until, grants } = each
    const ends = end?.products.includes(productId) && until > end.at ? end.at : until
    const to = { ...each, until: ends, grants: grantsOf.get(productId) ?? grants }
    return changed(entitlementKind, each, to)
  })
  return [...added, ...kept]
}

function byBeginning(one: Entitlement, other: Entitlement): number {
  return one.from.getTime() - other.from.getTime() || (one.id < other.id ? -1 : 1)
}

/** A time's next millisecond, or one so many milliseconds later. */
function after(time: Date, by = 0): Date {
  return new Date(time.getTime() + by + 1)
}
