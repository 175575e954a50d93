import type { ErasureStore } from '../../../domain/erasure/erasure'
import type { Database } from '../database/database.server'
import { firstOf, listOf } from '../database/documents.server'
import { removeAll } from '../database/removal.server'
import type { TicketLookup } from '../tickets/lookup.server'
import { hideAccount, hideOldTickets, hideTicket } from './hiding.server'
import { eraseSome } from './steps.server'

export function createErasure(database: Database, lookup: TicketLookup): ErasureStore {
  const { collection, document, transact } = database
  return {
    hideTicket: (scope, now) => hideTicket(database, lookup, scope, now),

    hideOldTickets: (deskId, before, limit, now) =>
      hideOldTickets(database, lookup, { deskId, before, limit, now }),

    hideAccount: (uid, sealedTokens, now, desks) =>
      hideAccount(database, lookup, { uid, sealedTokens, desks }, now),

    async isHidden(uid) {
      return (await document('erasures', uid).get()).exists
    },

    async eraseStep(rows) {
      let left = rows
      while (left > 0) {
        const erased = await eraseSome(database, left)
        if (erased === undefined) return false
        left -= erased
      }
      return true
    },

    async dueAccounts(now, limit) {
      const due = collection('erasures').where('dueAt', '<=', now).orderBy('dueAt').limit(limit)
      return (await listOf(due)).map(({ dueAt: _, ...account }) => account)
    },

    async postpone(uid, change) {
      const reference = document('erasures', uid)
      await transact([], async (transaction) => {
        const account = (await transaction.get(reference)).data()
        if (account) transaction.set(reference, { ...account, ...change })
      })
    },

    async finish(uid) {
      await document('erasures', uid).delete()
    },

    async duePurge(now) {
      const due = collection('purges').where('dueAt', '<=', now)
      return (await firstOf(due.orderBy('dueAt', 'desc')))?.dueAt
    },

    async purged(due) {
      const done = collection('purges').where('dueAt', '<=', due)
      await removeAll(database, (await done.get()).docs)
    },
  }
}
