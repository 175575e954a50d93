import { type AuditLogStore, auditLogPage } from '../../../domain/desks/audit-log'
import type { Database } from '../database/database.server'
import { documentsOf, listOf } from '../database/documents.server'
import { removeAll } from '../database/removal.server'
import { readDesk } from './recent-desk.server'

export function createAuditLogStore(database: Database): AuditLogStore {
  const { collection, document } = database
  return {
    async add(entry) {
      await document('auditLog', entry.id).create(entry)
    },

    async list(deskId, limit, after) {
      if (!(await readDesk(database, deskId))) return { entries: [] }
      const all = collection('auditLog').where('deskId', '==', deskId).orderBy('id', 'desc')
      const query = after === undefined ? all : all.startAfter(after)
      return auditLogPage(await listOf(query.limit(limit + 1)), limit)
    },

    async removeOlder(before, limit) {
      const old = collection('auditLog').where('at', '<', before).limit(limit)
      return removeAll(database, await documentsOf(old))
    },
  }
}
