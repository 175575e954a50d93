import type { Kind } from '../records/kinds'
import { add, type Records } from '../records/records'
import { type AuditLogEntry, type AuditLogStore, auditLogPage } from './audit-log'

export const auditLogKind: Kind<AuditLogEntry, 'ofDesk' | 'byAge'> = {
  noun: 'auditLogEntry',
  table: 'auditLog',
  cells: {
    id: 'text',
    deskId: 'text',
    at: 'time',
    byUid: 'text',
    event: 'text',
    about: 'text',
    priceBefore: 'number',
    priceAfter: 'number',
  },
  key: ['id'],
  desk: 'deskId',
  lists: {
    ofDesk: { by: ['deskId'], order: 'id', descending: true },
    byAge: { by: [], order: 'at' },
  },
}

export function createAuditLogStore(records: Records): AuditLogStore {
  return {
    add: (entry) => add(records, auditLogKind, entry),

    async list(deskId, limit, after) {
      const range = { limit: limit + 1, after }
      return auditLogPage(await records.list(auditLogKind, 'ofDesk', { deskId }, range), limit)
    },

    removeOlder: (before, limit) =>
      records.clear(auditLogKind, 'byAge', {}, { until: before, limit }),
  }
}
