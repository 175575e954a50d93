import { sql } from 'kysely'
import type { AttachmentStore } from '../../../domain/files/attachments'
import type { Database } from '../database/database.server'
import { within } from '../tickets/rows.server'
import { createAttachmentRoom } from './attachment-room.server'
import { anyOf, toHeld } from './attachment-rows.server'

export function createAttachmentStore(database: Database): AttachmentStore {
  const { kysely } = database
  return {
    ...createAttachmentRoom(database),

    async list(deskId, ids) {
      const rows = await kysely
        .selectFrom('attachments')
        .selectAll()
        .where('deskId', '=', deskId)
        .where('id', 'in', anyOf(ids))
        .execute()
      const found = new Map(rows.map((row) => [row.id, toHeld(row)]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    async find(asker, id) {
      let query = kysely
        .selectFrom('attachments')
        .innerJoin('messages', 'messages.id', 'attachments.messageId')
        .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
        .selectAll('attachments')
        .where('attachments.id', '=', id)
      query =
        'secretHash' in asker
          ? query.where(within(asker)).where(forVisitor)
          : query.where('tickets.deskId', '=', asker.deskId).where('tickets.number', '>', 0)
      const row = await query.executeTakeFirst()
      return row && toHeld(row)
    },

    async letGo(than, limit) {
      const { numDeletedRows } = await kysely
        .deleteFrom('attachments')
        .where('id', 'in', (held) =>
          held
            .selectFrom('attachments')
            .select('id')
            .where('messageId', 'is', null)
            .where('createdAt', '<', than.getTime())
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async discarded(limit) {
      const rows = await kysely.selectFrom('discardedFiles').select('file').limit(limit).execute()
      return rows.map(({ file }) => file)
    },

    async forget(files) {
      await kysely.deleteFrom('discardedFiles').where('file', 'in', anyOf(files)).execute()
    },

    async strays(files) {
      const rows = await kysely
        .selectFrom('attachments')
        .select(['file', 'previewFile'])
        .where(({ or, eb }) =>
          or([eb('file', 'in', anyOf(files)), eb('previewFile', 'in', anyOf(files))]),
        )
        .execute()
      const known = new Set(rows.flatMap(({ file, previewFile }) => [file, previewFile]))
      return files.filter((file) => !known.has(file))
    },
  }
}

/** As `isForDesk` has it. */
const forVisitor = sql<boolean>`messages.kind <> 'note' and not (
  coalesce(messages.mail ->> 'byCopy', messages.mail ->> 'byMember', messages.mail ->> 'forwarded')
    is not null
  and attachments.id = coalesce(messages.mail ->> 'original', '')
)`
