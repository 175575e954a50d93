import type { DocumentReference, Transaction } from 'firebase-admin/firestore'
import type { Database } from './database.server'
import type { UniqueRecord } from './schema'

/** What is there once besides documents' own ids: a document each, made of what it stands for. */
export type Unique = 'desk key' | 'ticket secret' | 'ticket start' | 'order secret' | 'payment'

export function uniquePlace(
  { document }: Database,
  kind: Unique,
  ...texts: string[]
): DocumentReference<UniqueRecord> {
  return document('unique', kind, ...texts)
}

/** Claims it within the transaction, which fails if it is another's already. */
export function claim(
  database: Database,
  transaction: Transaction,
  kind: Unique,
  texts: string[],
  of: string,
): void {
  transaction.create(uniquePlace(database, kind, ...texts), { of })
}

/** Lets it be claimed again. */
export function unclaim(
  database: Database,
  transaction: Transaction,
  kind: Unique,
  ...texts: string[]
): void {
  transaction.delete(uniquePlace(database, kind, ...texts))
}
