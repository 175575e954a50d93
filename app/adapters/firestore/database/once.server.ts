import { FieldPath, type Query, type UpdateData } from 'firebase-admin/firestore'
import { type Database, mostWrites } from './database.server'

/** Of a commit: what was to be updated is gone, or has changed since it was read. */
const overtaken = [5, 9]

/** Whether `updateOnce` has ended. */
export async function isUpdated({ document }: Database, name: string): Promise<boolean> {
  return (await document('probe', name).get()).exists
}

/**
 * Once for each database: documents of earlier versions get what `changeOf` says; those that change
 * meanwhile get it by their own commit. Safe to interrupt, and beside other instances: the next start
 * begins again. Ends soon after `closing`, since a client that is terminated meanwhile ends with an
 * unhandled rejection.
 */
export async function updateOnce<Stored extends object>(
  database: Database,
  name: string,
  documents: Query<Stored>,
  changeOf: (stored: Stored) => Partial<Stored> | undefined,
  closing: AbortSignal,
): Promise<void> {
  if (await isUpdated(database, name)) return
  const all = documents.orderBy(FieldPath.documentId()).limit(mostWrites)
  let page = await all.get()
  while (!page.empty) {
    const writer = database.firestore.bulkWriter()
    const failures: unknown[] = []
    for (const found of page.docs) {
      const change = changeOf(found.data())
      const { updateTime: lastUpdateTime } = found
      if (change)
        writer
          .update(found.ref, change as UpdateData<Stored>, { lastUpdateTime })
          .catch((error) => overtaken.includes(error.code) || failures.push(error))
    }
    await writer.close()
    if (failures.length > 0) throw failures[0]
    if (closing.aborted) return
    page = await all.startAfter(page.docs.at(-1)).get()
  }
  await database.document('probe', name).set({ beats: 0 })
}
