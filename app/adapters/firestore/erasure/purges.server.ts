import type { Transaction } from 'firebase-admin/firestore'
import { nextPurge } from '../../../domain/erasure/erasure'
import type { Database } from '../database/database.server'

export function notePurge({ document }: Database, transaction: Transaction, now: Date): void {
  const dueAt = nextPurge(now)
  transaction.set(document('purges', dueAt.toISOString()), { dueAt })
}
