import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Attachment,
  AttachmentGone,
  type HeldAttachment,
} from '../../../domain/files/attachments'
import type { Schema } from '../database/schema.server'

/** One statement whatever the number of texts, so that it stays cached. */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(texts)}))`
}

/** Returns attachments by message id; messages without any are absent. */
export async function attachmentsOf(
  kysely: Kysely<Schema>,
  messageIds: readonly string[],
): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>()
  if (messageIds.length === 0) return found
  const rows = await kysely
    .selectFrom('attachments')
    .selectAll()
    .where('messageId', 'in', anyOf(messageIds))
    .orderBy('messageId')
    .orderBy('position')
    .execute()
  for (const row of rows) {
    const id = row.messageId ?? ''
    found.set(id, [...(found.get(id) ?? []), toAttachment(toHeld(row))])
  }
  return found
}

/** Attaches held files to a ticket's message, in order. Throws AttachmentGone if one is not held. */
export async function attach(
  transaction: Kysely<Schema>,
  { ticketId, messageId }: { ticketId: string; messageId: string },
  attachments: readonly HeldAttachment[],
): Promise<void> {
  for (const [position, { id }] of attachments.entries()) {
    const { numUpdatedRows } = await transaction
      .updateTable('attachments')
      .set({ messageId, position, ticketId })
      .where('id', '=', id)
      .where('messageId', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new AttachmentGone()
  }
  if (attachments.length > 0) await clearSources(transaction, ticketId)
}

/** Files of a ticket that the owner has dealt with count as a stranger's no longer. */
export async function clearSources(transaction: Kysely<Schema>, ticketId: string): Promise<void> {
  await transaction
    .updateTable('attachments')
    .set({ source: null })
    .where('ticketId', '=', ticketId)
    .where('messageId', 'is not', null)
    .where('source', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('tickets').select('id').where('id', '=', ticketId).where('dealtWith', '=', 1),
      ),
    )
    .execute()
}

/** The files of a message as they were sent. */
export function sentFilesOf(
  kysely: Kysely<Schema>,
  messageId: string,
): Promise<Pick<HeldAttachment, 'sentHash'>[]> {
  return kysely
    .selectFrom('attachments')
    .select('sentHash')
    .where('messageId', '=', messageId)
    .execute()
}

export function toAttachment({ id, name, type, size, width, height }: HeldAttachment): Attachment {
  return { id, name, type, size, ...(width && height && { width, height }) }
}

export function toHeld(row: Schema['attachments']): HeldAttachment {
  const { messageId: _, position: __, ticketId: ___, source: ____, ...held } = row
  return {
    ...held,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    previewFile: row.previewFile ?? undefined,
    room: row.room ?? undefined,
    createdAt: new Date(row.createdAt),
  }
}
