import { type DeclarationStore, declaresSame } from '../../../domain/legal/declarations'
import { mailsAdded } from '../../../domain/outbox/mail-records'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import { readingIn, write } from '../records/records.server'

/** A document's id is the form's key. */
export function createDeclarationStore(database: Database): DeclarationStore {
  const { collection, document, transact } = database
  return {
    take: (declaration, mails) =>
      transact([`declaration ${declaration.key}`], async (transaction) => {
        const reference = document('declarations', declaration.key)
        const known = (await transaction.get(reference)).data()
        if (known) {
          return declaresSame(known, declaration)
            ? { kind: 'again', declaration: known }
            : { kind: 'conflict' }
        }
        const read = readingIn(database, transaction)
        const added = await mailsAdded(read, mails, declaration.receivedAt)
        transaction.create(reference, declaration)
        write(database, transaction, added)
        return { kind: 'taken', declaration }
      }),

    has: async (key) => (await document('declarations', key).get()).exists,
    find: (id) => firstOf(collection('declarations').where('id', '==', id)),
  }
}
