import type { Selectable } from 'kysely'
import {
  type AuditLogEntry,
  type AuditLogStore,
  auditLogPage,
} from '../../../domain/desks/audit-log'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'

export function createAuditLogStore({ kysely }: Database): AuditLogStore {
  return {
    async add(entry) {
      await kysely.insertInto('auditLog').values(toLogCells(entry)).execute()
    },

    async list(deskId, limit, after) {
      const all = kysely
        .selectFrom('auditLog')
        .selectAll()
        .where('deskId', '=', deskId)
        .where(isDeskThere('auditLog.deskId'))
      const query = after === undefined ? all : all.where('id', '<', after)
      const rows = await query
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return auditLogPage(rows.map(toLogEntry), limit)
    },

    async removeOlder(before, limit) {
      const { numDeletedRows } = await kysely
        .deleteFrom('auditLog')
        .where('id', 'in', (old) =>
          old.selectFrom('auditLog').select('id').where('at', '<', before.getTime()).limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

export function toLogCells({ about, priceBefore, priceAfter, ...entry }: AuditLogEntry) {
  return { ...toRow(entry), ...toRow({ about, priceBefore, priceAfter }) }
}

export function toLogEntry(row: Selectable<Schema['auditLog']>): AuditLogEntry {
  return {
    ...row,
    at: new Date(row.at),
    about: row.about ?? undefined,
    priceBefore: row.priceBefore ?? undefined,
    priceAfter: row.priceAfter ?? undefined,
  }
}
