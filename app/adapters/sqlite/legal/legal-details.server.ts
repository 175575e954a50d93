import type { Kysely } from 'kysely'
import { keptDetails } from '../../../domain/legal/legal-input'
import type { KeptLegal, LegalStore } from '../../../domain/legal/legal-store'
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
        const kept = await find(transaction)
        const decided = decide(kept?.details)
        if (!decided.details) return decided
        const content = JSON.stringify(decided.details)
        const cells = { version: (kept?.version ?? 0) + 1, content }
        await transaction
          .insertInto('legalDetails')
          .values({ id: 1, ...cells })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
          .execute()
        return decided
      }),
  }
}

async function find(kysely: Kysely<Schema>): Promise<KeptLegal | undefined> {
  const row = await kysely.selectFrom('legalDetails').selectAll().executeTakeFirst()
  return row && { details: keptDetails(JSON.parse(row.content)), version: row.version }
}
