import { type MailboxStore, newMailbox } from '../../../domain/mail-in/mailboxes'
import type { Database } from '../database/database.server'

export function createMailboxStore({ document, transact }: Database): MailboxStore {
  return {
    async find(id) {
      const found = (await document('mailboxes', id).get()).data()
      // One from before older e-mails were read last has no fields for them.
      return found && { ...newMailbox(id), ...found }
    },

    async save(mailbox) {
      await transact([], async (transaction) => {
        transaction.set(document('mailboxes', mailbox.id), mailbox)
      })
    },
  }
}
