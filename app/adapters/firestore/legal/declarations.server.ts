import { type DeclarationStore, declaresSame } from '../../../domain/legal/declarations'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import { addMails } from '../outbox/mails.server'

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
        transaction.create(reference, declaration)
        addMails(database, transaction, mails, [], declaration.receivedAt)
        return { kind: 'taken', declaration }
      }),

    has: async (key) => (await document('declarations', key).get()).exists,
    find: (id) => firstOf(collection('declarations').where('id', '==', id)),
  }
}
