import type { LeaseStore } from '../../../domain/outbox/leases'
import type { Database } from '../database/database.server'

export function createLeaseStore({ document, transact }: Database): LeaseStore {
  const lease = (name: string) => document('leases', name)
  return {
    take: (name, holder, until, now) =>
      transact([`lease ${name}`], async (transaction) => {
        const held = (await transaction.get(lease(name))).data()
        if (held && held.holder !== holder && held.until > now) return false
        transaction.set(lease(name), { holder, until })
        return true
      }),

    release: (name, holder) =>
      transact([`lease ${name}`], async (transaction) => {
        const held = (await transaction.get(lease(name))).data()
        if (held?.holder === holder) transaction.delete(lease(name))
      }),
  }
}
