import type { Kind } from '../records/kinds'
import { changed, created, type Records, removed } from '../records/records'
import type { LeaseStore } from './leases'

/** Of a moment: leases are not moved. */
export const leaseKind: Kind<{ name: string; holder: string; until: Date }, never> = {
  noun: 'lease',
  table: 'leases',
  cells: { name: 'text', holder: 'text', until: 'time' },
  key: ['name'],
  lists: {},
}

export function createLeaseStore(records: Records): LeaseStore {
  return {
    take: (name, holder, until, now) =>
      records.commit([`lease ${name}`], async (read) => {
        const held = await read.get(leaseKind, name)
        if (held && held.holder !== holder && held.until > now) return { result: false }
        const after = { name, holder, until }
        const change = held ? changed(leaseKind, held, after) : created(leaseKind, after)
        return { result: true, changes: [change] }
      }),

    release: (name, holder) =>
      records.commit([`lease ${name}`], async (read) => {
        const held = await read.get(leaseKind, name)
        const changes = held?.holder === holder ? [removed(leaseKind, held)] : []
        return { result: undefined, changes }
      }),
  }
}
