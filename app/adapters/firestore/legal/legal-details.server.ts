import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { storedDetails } from '../../../domain/legal/legal-input'
import type { LegalStore, StoredLegal } from '../../../domain/legal/legal-store'
import type { Database } from '../database/database.server'

export function createLegalStore({ document, transact }: Database): LegalStore {
  const whole = document('legalDetails', 'legal')
  return {
    async version() {
      return (await whole.get()).data()?.version ?? 0
    },

    find: async () => found(await whole.get()),

    change: (decide) =>
      transact(['legalDetails'], async (transaction) => {
        const stored = found(await transaction.get(whole))
        const decided = decide(stored?.details)
        const { details } = decided
        if (details) transaction.set(whole, { details, version: (stored?.version ?? 0) + 1 })
        return decided
      }),
  }
}

function found(snapshot: DocumentSnapshot<StoredLegal>): StoredLegal | undefined {
  const record = snapshot.data()
  return record && { ...record, details: storedDetails(record.details) }
}
