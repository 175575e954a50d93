import { type Kysely, sql } from 'kysely'
import type { Message } from '../../../domain/tickets/messages'
import type { Merged, Ticket, TicketStore } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'
import { changeTicket } from './changes.server'
import { moveTexts } from './index.server'
import { toTicket } from './rows.server'

type MergeParameters = Parameters<TicketStore['merge']>

export async function mergeTickets(
  transaction: Kysely<Schema>,
  deskId: MergeParameters[0],
  numbers: MergeParameters[1],
  decide: MergeParameters[2],
): Promise<Merged> {
  const source = await findByNumber(transaction, deskId, numbers.source)
  const target = await findByNumber(transaction, deskId, numbers.target)
  if (!source || !target) return { kind: 'unknown' }
  const decided = decide(source, target)
  if (decided === 'again') return { kind: 'again', source, target }
  if (typeof decided === 'string') return { kind: 'refused', reason: decided }
  await moveMessages(transaction, source, target)
  await moveTexts(transaction, source, target)
  await transaction
    .updateTable('tickets')
    .set({ mergedInto: target.id })
    .where('mergedInto', '=', source.id)
    .execute()
  const read = (side: 'visitorSeenSeq' | 'ownerSeenSeq') =>
    source[side] === source.lastSeq && target[side] === target.lastSeq
  const lastSeq = target.lastSeq + source.lastSeq
  const nothing = { lastSeq: 0, visitorSeenSeq: 0, ownerSeenSeq: 0, tags: [] }
  return {
    kind: 'merged',
    source: await changeTicket(transaction, source, {
      ...decided.source,
      ...nothing,
      mergedInto: target.id,
    }),
    target: await changeTicket(transaction, target, {
      ...decided.target,
      lastSeq,
      ...(read('visitorSeenSeq') && { visitorSeenSeq: lastSeq }),
      ...(read('ownerSeenSeq') && { ownerSeenSeq: lastSeq }),
    }),
  }
}

/** The message that began a ticket; a merged one's is in the other ticket. */
export async function firstOf(
  transaction: Kysely<Schema>,
  { id, mergedInto, number }: Ticket,
): Promise<Pick<Message, 'ticketId' | 'seq'>> {
  const moved = await transaction
    .selectFrom('messages')
    .select(['ticketId', 'seq'])
    .where('ticketId', '=', mergedInto ?? '')
    .where('mergedFrom', '=', number)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return moved ?? { ticketId: id, seq: 1 }
}

async function findByNumber(transaction: Kysely<Schema>, deskId: string, number: number) {
  const row = await transaction
    .selectFrom('tickets')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && toTicket(row)
}

async function moveMessages(transaction: Kysely<Schema>, source: Ticket, target: Ticket) {
  await sql`
    update messages set client_key = client_key || ':' || ${source.number}
    where ticket_id = ${source.id} and client_key in
      (select client_key from messages where ticket_id = ${target.id})`.execute(transaction)
  await transaction
    .updateTable('messages')
    .set((column) => ({
      ticketId: target.id,
      seq: column('seq', '+', target.lastSeq),
      mergedFrom: column.fn.coalesce('mergedFrom', column.val(source.number)),
    }))
    .where('ticketId', '=', source.id)
    .execute()
}
