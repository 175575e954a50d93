import type { Kysely } from 'kysely'
import type { Attachment } from '../../../domain/files/attachments'
import { isSameMessage, type Message, type NewMessage } from '../../../domain/tickets/messages'
import type { TicketScope } from '../../../domain/tickets/tickets'
import { type Schema, toRow } from '../database/schema.server'
import { attach, attachmentsOf, sentFilesOf, toAttachment } from '../files/attachment-rows.server'
import { within } from './rows.server'

/** Whether the same text and files were sent again, as the port defines it. */
export async function isSame(
  kysely: Kysely<Schema>,
  known: Message,
  sent: NewMessage,
): Promise<boolean> {
  return isSameMessage(known, await sentFilesOf(kysely, known.id), sent)
}

export async function findMessage(
  kysely: Kysely<Schema>,
  ticketId: string,
  column: 'seq' | 'clientKey',
  value: string | number,
) {
  const row = await kysely
    .selectFrom('messages')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where(column, '=', value)
    .executeTakeFirst()
  return row && toMessage(row, await attachmentsOf(kysely, [row.id]))
}

export async function insertMessage(
  transaction: Kysely<Schema>,
  ticketId: string,
  seq: number,
  { attachments = [], ...message }: NewMessage,
): Promise<Message> {
  const inserted = { ...message, ticketId, seq }
  await transaction.insertInto('messages').values(toRow(inserted)).execute()
  await attach(transaction, message.id, attachments)
  return attachments.length > 0
    ? { ...inserted, attachments: attachments.map(toAttachment) }
    : inserted
}

export async function listMessages(
  kysely: Kysely<Schema>,
  scope: TicketScope,
  after: number,
  limit: number,
): Promise<Message[]> {
  let query = kysely
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .selectAll('messages')
    .where(within(scope))
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
  if ('secretHash' in scope) query = query.where('kind', '<>', 'note')
  const rows = await query.execute()
  const attachments = await attachmentsOf(
    kysely,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toMessage(row, attachments))
}

function toMessage(row: Schema['messages'], attachments: Map<string, Attachment[]>): Message {
  const attached = attachments.get(row.id)
  return {
    ...row,
    mergedFrom: row.mergedFrom ?? undefined,
    createdAt: new Date(row.createdAt),
    ...(attached && { attachments: attached }),
  }
}
