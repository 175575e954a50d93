import type { DocumentReference, Transaction } from 'firebase-admin/firestore'
import type { Database } from './database.server'
import type { UniqueRecord } from './schema'

/** Uniqueness beyond document ids: a document per value. */
export type Unique =
  | 'desk key'
  | 'ticket secret'
  | 'ticket start'
  | 'mail'
  | 'order secret'
  | 'payment'

export function uniqueReference(
  { document }: Database,
  kind: Unique,
  ...texts: string[]
): DocumentReference<UniqueRecord> {
  return document('unique', kind, ...texts)
}

export function claim(
  database: Database,
  transaction: Transaction,
  kind: Unique,
  texts: string[],
  of: string,
): void {
  transaction.create(uniqueReference(database, kind, ...texts), { of })
}

export function unclaim(
  database: Database,
  transaction: Transaction,
  kind: Unique,
  ...texts: string[]
): void {
  transaction.delete(uniqueReference(database, kind, ...texts))
}
