import type { Kind } from '../records/kinds'
import { changed, created, type Records } from '../records/records'
import { type Mailbox, type MailboxStore, newMailbox } from './mailboxes'

export const mailboxKind: Kind<Mailbox, never> = {
  noun: 'mailbox',
  table: 'mailboxes',
  cells: {
    id: 'text',
    uidValidity: 'text',
    lastUid: 'number',
    below: 'number',
    left: 'number',
    oldUid: 'number',
    waiting: 'json',
    failedSince: 'time',
    problem: 'text',
  },
  key: ['id'],
  lists: {},
}

export function createMailboxStore(records: Records): MailboxStore {
  return {
    async find(id) {
      const found = await records.get(mailboxKind, id)
      // In Firestore, one from before older e-mails were read last has no fields for them.
      return found && { ...newMailbox(id), ...found }
    },

    save: (mailbox) =>
      records.commit([`mailbox ${mailbox.id}`], async (read) => {
        const known = await read.get(mailboxKind, mailbox.id)
        const change = known ? changed(mailboxKind, known, mailbox) : created(mailboxKind, mailbox)
        return { result: undefined, changes: [change] }
      }),
  }
}
