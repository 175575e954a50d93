import type { Selectable } from 'kysely'
import type { Mailbox, MailboxStore } from '../../../domain/mail-in/mailboxes'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema, toRow } from '../database/schema.server'

/** Cells of a mailbox that can be read. */
export const noFailure = { failedSince: null, problem: null }

export function createMailboxStore({ kysely }: Database): MailboxStore {
  return {
    async find(id) {
      const row = await kysely
        .selectFrom('mailboxes')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toMailbox(row)
    },

    async save(mailbox) {
      const { id, ...cells } = { ...noFailure, ...toRow(mailbox) }
      await kysely
        .insertInto('mailboxes')
        .values({ id, ...cells })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(cells))
        .execute()
    },
  }
}

export function toMailbox(row: Selectable<Schema['mailboxes']>): Mailbox {
  const { waiting, failedSince, problem, ...rest } = row
  return {
    ...rest,
    waiting: JSON.parse(waiting),
    ...(failedSince !== null && { failedSince: optionalDate(failedSince) }),
    ...(problem !== null && { problem: problem as Mailbox['problem'] }),
  }
}
