import type { MailboxStore } from '../../../domain/mail-in/mailboxes'
import type { Database } from '../database/database.server'

export function createMailboxStore({ document }: Database): MailboxStore {
  return {
    find: async (id) => (await document('mailboxes', id).get()).data(),

    async save(mailbox) {
      await document('mailboxes', mailbox.id).set(mailbox)
    },
  }
}
