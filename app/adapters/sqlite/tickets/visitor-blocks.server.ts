import { sql } from 'kysely'
import type { VisitorBlocks } from '../../../domain/tickets/visitor-blocks'
import type { Database } from '../database/database.server'

/** Blocked visitors, in SQLite. */
export function createVisitorBlocks({ kysely }: Database): VisitorBlocks {
  return {
    async has(deskId, email) {
      const row = await kysely
        .selectFrom('tickets')
        .select('id')
        .where('deskId', '=', deskId)
        // Written out, so that the index of blocked ones is used.
        .where(sql<boolean>`held_for = 'blocked'`)
        .where(sql`lower(visitor_email)`, '=', sql`lower(${email})`)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
