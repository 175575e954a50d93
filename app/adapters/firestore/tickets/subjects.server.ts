import { FieldPath } from 'firebase-admin/firestore'
import { soughtText } from '../../../domain/tickets/search'
import { type Database, mostWrites } from '../database/database.server'
import { beginningsOf } from './beginnings'

/**
 * Once for each database: messages of versions whose search did not know the subjects of e-mails are
 * indexed again. Safe to interrupt, and beside other instances: the next start begins again. Ends soon
 * after `closing`, since a client that is terminated meanwhile ends with an unhandled rejection.
 */
export async function indexSubjects(database: Database, closing: AbortSignal): Promise<void> {
  const { allMessages, document, firestore } = database
  const indexed = document('probe', 'subjects')
  if ((await indexed.get()).exists) return
  const all = allMessages().orderBy(FieldPath.documentId()).limit(mostWrites)
  let page = await all.get()
  while (!page.empty) {
    const writer = firestore.bulkWriter()
    for (const found of page.docs) {
      const message = found.data()
      if (!message.mail?.subject) continue
      const words = beginningsOf(soughtText(message))
      // One that was erased meanwhile is not there to be indexed.
      if (words.length > message.words.length)
        writer.update(found.ref, { words }).catch(() => undefined)
    }
    await writer.close()
    if (closing.aborted) return
    page = await all.startAfter(page.docs.at(-1)).get()
  }
  await indexed.set({ beats: 0 })
}
