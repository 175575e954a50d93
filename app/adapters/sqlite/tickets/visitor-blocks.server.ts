import { sql } from 'kysely'
import { emailKey } from '../../../domain/text/email'
import type { VisitorBlocks } from '../../../domain/tickets/visitor-blocks'
import type { Database } from '../database/database.server'

export function createVisitorBlocks({ kysely }: Database): VisitorBlocks {
  return {
    async has(deskId, email) {
      const row = await kysely
        .selectFrom('tickets')
        .select('id')
        .where('deskId', '=', deskId)
        // A literal, so that SQLite uses the partial index.
        .where(sql<boolean>`held_for = 'blocked'`)
        .where('visitorEmailKey', '=', emailKey(email))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
