import type { DocumentSnapshot } from 'firebase-admin/firestore'
import { type Database, mostWrites } from './database.server'

export async function removeAll(
  { firestore }: Pick<Database, 'firestore'>,
  documents: readonly Pick<DocumentSnapshot, 'ref'>[],
): Promise<number> {
  for (let start = 0; start < documents.length; start += mostWrites) {
    const batch = firestore.batch()
    for (const { ref } of documents.slice(start, start + mostWrites)) batch.delete(ref)
    await batch.commit()
  }
  return documents.length
}
