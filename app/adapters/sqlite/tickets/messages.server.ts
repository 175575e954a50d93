import type { Kysely } from 'kysely'
import type { Attachment } from '../../../domain/files/attachments'
import type { MessageMail } from '../../../domain/tickets/message-mail'
import { isSameMessage, type Message, type NewMessage } from '../../../domain/tickets/messages'
import type { TicketScope } from '../../../domain/tickets/scopes'
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

/** Returns undefined, having done nothing, where the ticket has one with this key. */
export async function insertMessage(
  transaction: Kysely<Schema>,
  ticketId: string,
  seq: number,
  { attachments = [], ...message }: NewMessage,
): Promise<Message | undefined> {
  const inserted = { ...message, ticketId, seq }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('messages')
    .values(toRow(inserted))
    .onConflict((conflict) => conflict.columns(['ticketId', 'clientKey']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return undefined
  await attach(transaction, { ticketId, messageId: message.id }, attachments)
  return attachments.length > 0
    ? { ...inserted, attachments: attachments.map(toAttachment) }
    : inserted
}

function messagesIn(kysely: Kysely<Schema>, scope: TicketScope) {
  return kysely
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .where(within(scope))
}

export async function findByKey(
  kysely: Kysely<Schema>,
  scope: TicketScope,
  clientKey: string,
): Promise<Message | undefined> {
  const row = await messagesIn(kysely, scope)
    .selectAll('messages')
    .where('clientKey', '=', clientKey)
    .executeTakeFirst()
  return row && toMessage(row, await attachmentsOf(kysely, [row.id]))
}

/** Notes are for owners alone. */
export async function listMessages(
  kysely: Kysely<Schema>,
  scope: TicketScope,
  after: number,
  limit: number,
): Promise<Message[]> {
  const all = messagesIn(kysely, scope).selectAll('messages').where('seq', '>', after)
  const shown =
    'secretHash' in scope
      ? all.where('kind', 'in', ['text', 'split'])
      : all.where('kind', '<>', 'moved')
  const rows = await shown.orderBy('seq').limit(limit).execute()
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
    // What stands for a moved one is compared, but never shown.
    kind: row.kind === 'moved' ? 'note' : row.kind,
    byUid: row.byUid ?? undefined,
    mergedFrom: row.mergedFrom ?? undefined,
    mail: row.mail === null ? undefined : (JSON.parse(row.mail) as MessageMail),
    copies: row.copies === null ? undefined : (JSON.parse(row.copies) as string[]),
    createdAt: new Date(row.createdAt),
    ...(attached && { attachments: attached }),
  }
}
