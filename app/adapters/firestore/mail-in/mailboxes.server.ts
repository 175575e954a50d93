import type { MailboxStore } from '../../../domain/mail-in/mailboxes'
import type { Database } from '../database/database.server'

export function createMailboxStore({ document, transact }: Database): MailboxStore {
  return {
    find: async (id) => (await document('mailboxes', id).get()).data(),

    async save(mailbox) {
      await transact([], async (transaction) => {
        transaction.set(document('mailboxes', mailbox.id), mailbox)
      })
    },
  }
}
