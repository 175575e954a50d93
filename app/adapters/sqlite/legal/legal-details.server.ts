import type { Kysely } from 'kysely'
import { storedDetails } from '../../../domain/legal/legal-input'
import type { LegalStore, StoredLegal } from '../../../domain/legal/legal-store'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'

export function createLegalStore({ kysely }: Database): LegalStore {
  return {
    async version() {
      const row = await kysely.selectFrom('legalDetails').select('version').executeTakeFirst()
      return row?.version ?? 0
    },

    find: () => find(kysely),

    change: (decide) =>
      kysely.transaction().execute(async (transaction) => {
        const stored = await find(transaction)
        const decided = decide(stored?.details)
        if (!decided.details) return decided
        const content = JSON.stringify(decided.details)
        const cells = { version: (stored?.version ?? 0) + 1, content }
        await transaction
          .insertInto('legalDetails')
          .values({ id: 1, ...cells })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
          .execute()
        return decided
      }),
  }
}

async function find(kysely: Kysely<Schema>): Promise<StoredLegal | undefined> {
  const row = await kysely.selectFrom('legalDetails').selectAll().executeTakeFirst()
  return row && { details: storedDetails(JSON.parse(row.content)), version: row.version }
}
