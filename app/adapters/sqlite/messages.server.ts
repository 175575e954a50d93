import type { Kysely } from 'kysely'
import type { Message, NewMessage } from '../../domain/messages'
import type { TicketScope } from '../../domain/tickets'
import { type Row, type Schema, toRow } from './schema.server'
import { within } from './ticket-rows.server'

/** The same words sent again, as the port defines them. */
export function isSame(known: Message, sent: NewMessage): boolean {
  return known.author === sent.author && known.kind === sent.kind && known.body === sent.body
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
  return row && toMessage(row)
}

export async function insertMessage(
  transaction: Kysely<Schema>,
  ticketId: string,
  seq: number,
  message: NewMessage,
): Promise<Message> {
  const inserted = { ...message, ticketId, seq }
  await transaction.insertInto('messages').values(toRow(inserted)).execute()
  return inserted
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
  return (await query.execute()).map(toMessage)
}

function toMessage(row: Row<Message>): Message {
  return { ...row, createdAt: new Date(row.createdAt) }
}
