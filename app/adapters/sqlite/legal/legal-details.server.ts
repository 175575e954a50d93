import type { Kysely } from 'kysely'
import { storedDetails } from '../../../domain/legal/legal-input'
import type { LegalStore, StoredLegal } from '../../../domain/legal/legal-store'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { readRow, versionIn, writeRow } from '../single-row.server'

export function createLegalStore({ kysely }: Database): LegalStore {
  return {
    version: () => versionIn(kysely, 'legalDetails'),

    find: () => find(kysely),

    change: (decide) =>
      kysely.transaction().execute(async (transaction) => {
        const stored = await find(transaction)
        const decided = decide(stored?.details)
        const { details } = decided
        if (details)
          await writeRow(transaction, 'legalDetails', (stored?.version ?? 0) + 1, details)
        return decided
      }),
  }
}

async function find(kysely: Kysely<Schema>): Promise<StoredLegal | undefined> {
  const row = await readRow(kysely, 'legalDetails')
  return row && { details: storedDetails(row.content), version: row.version }
}
