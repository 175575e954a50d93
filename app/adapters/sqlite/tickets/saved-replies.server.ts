import type { Kysely } from 'kysely'
import {
  judgeReply,
  judgeReplyChange,
  type SavedReply,
  type SavedReplyStore,
} from '../../../domain/tickets/saved-replies'
import type { Database } from '../database/database.server'
import { type Row, type Schema, toRow } from '../database/schema.server'
import { textFrom } from '../localized-texts.server'

export function createSavedReplyStore({ kysely }: Database): SavedReplyStore {
  return {
    add: (reply, most) =>
      kysely.transaction().execute(async (transaction) => {
        const there = await listReplies(transaction, reply.deskId)
        const added = judgeReply(there, reply, most)
        if (added === 'added') {
          await transaction.insertInto('savedReplies').values(toRow(reply)).execute()
        }
        return added
      }),

    change: (deskId, id, change) =>
      kysely.transaction().execute(async (transaction) => {
        const there = await listReplies(transaction, deskId)
        const changed = judgeReplyChange(there, id, change.shortcut)
        if (changed !== 'changed') return changed
        await transaction
          .updateTable('savedReplies')
          .set(toRow(change))
          .where('deskId', '=', deskId)
          .where('id', '=', id)
          .execute()
        return changed
      }),

    async remove(deskId, id) {
      const { numDeletedRows } = await kysely
        .deleteFrom('savedReplies')
        .where('deskId', '=', deskId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    list: (deskId) => listReplies(kysely, deskId),
  }
}

async function listReplies(kysely: Kysely<Schema>, deskId: string): Promise<SavedReply[]> {
  const rows = await kysely
    .selectFrom('savedReplies')
    .selectAll()
    .where('deskId', '=', deskId)
    .orderBy('shortcut')
    .execute()
  return rows.map(toSavedReply)
}

export function toSavedReply(row: Row<SavedReply>): SavedReply {
  return {
    ...row,
    text: textFrom(row.text),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}
