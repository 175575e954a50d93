import { type Kysely, sql } from 'kysely'
import type { Message } from '../../../domain/tickets/messages'
import { mailsOfSplit } from '../../../domain/tickets/split-mails'
import type { Split, SplitChanges, TicketSplits } from '../../../domain/tickets/splitting'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket, insertTicket } from './changes.server'
import { listMessages } from './messages.server'
import { findTicket, toTicket } from './rows.server'

type SplitParameters = Parameters<TicketSplits['split']>

export function createTicketSplits({ kysely }: Database): TicketSplits {
  return {
    split: (scope, startKey, window, decide) =>
      kysely
        .transaction()
        .execute((transaction) => splitTicket(transaction, scope, startKey, window, decide)),
  }
}

async function splitTicket(
  transaction: Kysely<Schema>,
  scope: SplitParameters[0],
  startKey: SplitParameters[1],
  { after, limit }: SplitParameters[2],
  decide: SplitParameters[3],
): Promise<Split> {
  const source = await findTicket(transaction, scope)
  if (!source) return { kind: 'unknown' }
  const { deskId } = source
  const known = await transaction
    .selectFrom('tickets')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('startKey', '=', startKey)
    .executeTakeFirst()
  if (known) return { kind: 'again', source, target: toTicket(known) }
  const { lastNumber } = await transaction
    .selectFrom('desks')
    .select('lastNumber')
    .where('id', '=', deskId)
    .executeTakeFirstOrThrow()
  const messages = await listMessages(transaction, scope, after, limit)
  const decided = decide(source, messages, lastNumber + 1)
  if (typeof decided === 'string') return { kind: 'refused', reason: decided }
  const { target, history } = decided
  await transaction
    .updateTable('desks')
    .set({ lastNumber: target.number })
    .where('id', '=', deskId)
    .execute()
  await insertTicket(transaction, target, history)
  const mails = await mailsOfSplit(readingIn(transaction), source, messages, decided)
  await write(transaction, mails)
  for (const message of decided.moved) await moveMessage(transaction, source.id, message, decided)
  return {
    kind: 'split',
    source: await changeTicket(transaction, source, decided.source),
    target,
  }
}

async function moveMessage(
  transaction: Kysely<Schema>,
  from: string,
  { id, seq, clientKey }: Message,
  { target, note }: SplitChanges,
) {
  const before = await transaction
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('messages')
    .set({ ticketId: target.id, seq, mergedFrom: null })
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('attachments')
    .set({ ticketId: target.id })
    .where('messageId', '=', id)
    .execute()
  await sql`insert or ignore into unindexed_messages values (${id})`.execute(transaction)
  const isLast = clientKey === note.clientKey
  const { attachments: _, ...shown } = note
  const empty = { ...shown, id: `${note.id}-${seq}`, kind: 'moved', body: '' } as const
  const place = { ticketId: from, seq: before.seq, clientKey, mergedFrom: before.mergedFrom }
  await transaction
    .insertInto('messages')
    .values({ ...toRow(isLast ? shown : empty), ...place })
    .execute()
}
