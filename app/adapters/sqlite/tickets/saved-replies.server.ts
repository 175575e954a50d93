import type { Kysely } from 'kysely'
import { languages } from '../../../domain/text/languages'
import type { SavedReply, SavedReplyStore } from '../../../domain/tickets/saved-replies'
import type { Database } from '../database/database.server'
import { textFrom } from '../database/localized-texts.server'
import { type Row, type Schema, toRow } from '../database/schema.server'

export function createSavedReplyStore({ kysely }: Database): SavedReplyStore {
  return {
    add: (reply, most) =>
      kysely.transaction().execute(async (transaction) => {
        const there = await listReplies(transaction, reply.deskId)
        const known = there.find(({ createKey }) => createKey === reply.createKey)
        if (known) return isSame(known, reply) ? 'again' : 'conflict'
        if (there.some(({ shortcut }) => shortcut === reply.shortcut)) return 'taken'
        if (there.length >= most) return 'full'
        await transaction.insertInto('savedReplies').values(toRow(reply)).execute()
        return 'added'
      }),

    change: (deskId, id, change) =>
      kysely.transaction().execute(async (transaction) => {
        const there = await listReplies(transaction, deskId)
        if (!there.some((each) => each.id === id)) return 'unknown'
        if (there.some((each) => each.shortcut === change.shortcut && each.id !== id)) {
          return 'taken'
        }
        await transaction
          .updateTable('savedReplies')
          .set(toRow(change))
          .where('deskId', '=', deskId)
          .where('id', '=', id)
          .execute()
        return 'changed'
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

function isSame(known: SavedReply, sent: SavedReply): boolean {
  return (
    known.shortcut === sent.shortcut &&
    languages.every((language) => known.text[language] === sent.text[language])
  )
}

function toSavedReply(row: Row<SavedReply>): SavedReply {
  return {
    ...row,
    text: textFrom(row.text),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}
