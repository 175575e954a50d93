import { type Kysely, sql } from 'kysely'
import {
  answerMails,
  mailsDropped,
  mailsMoved,
  messageMails,
} from '../../../domain/outbox/mail-changes'
import { mailStopMerged } from '../../../domain/outbox/mail-stop-records'
import { type MessageMove, mergedTickets, placeAfterMerge } from '../../../domain/tickets/merging'
import type { Message } from '../../../domain/tickets/messages'
import type { Merged, Ticket, TicketStore } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'
import { readingIn, write } from '../records/records.server'
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
  const read = readingIn(transaction)
  const answers = await answerMails(read, source.id)
  const decided = decide(source, target, answers)
  if (decided === 'again') return { kind: 'again', source, target }
  if (typeof decided === 'string') return { kind: 'refused', reason: decided }
  const merged = mergedTickets(source, target, decided)
  await removeSplits(transaction, source, target)
  await moveMessages(transaction, source, merged.messages)
  await moveTexts(transaction, source, target)
  const placeOf = (seq: number) => placeAfterMerge(merged.messages, target, seq)
  const waiting = await messageMails(read, source.id)
  const stops = await mailStopMerged(read, source, target)
  await write(transaction, [...mailsDropped(answers), ...mailsMoved(waiting, placeOf), ...stops])
  await transaction
    .updateTable('tickets')
    .set({ mergedInto: target.id })
    .where('mergedInto', '=', source.id)
    .execute()
  return {
    kind: 'merged',
    source: await changeTicket(transaction, source, merged.source),
    target: await changeTicket(transaction, target, merged.target),
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

/** What was split off from one of both into the other is back. */
async function removeSplits(transaction: Kysely<Schema>, ...both: Ticket[]) {
  const ids = both.map(({ id }) => id)
  const joined = await transaction
    .selectFrom('tickets')
    .select('number')
    .where('deskId', '=', both[0]?.deskId ?? '')
    .where(({ eb, or }) => or([eb('id', 'in', ids), eb('mergedInto', 'in', ids)]))
    .execute()
  await transaction
    .updateTable('messages')
    .set({ kind: 'moved', body: '' })
    .where('ticketId', 'in', ids)
    .where('kind', '=', 'split')
    .where(
      'body',
      'in',
      joined.map(({ number }) => String(number)),
    )
    .execute()
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

async function moveMessages(
  transaction: Kysely<Schema>,
  source: Ticket,
  { ticketId, after, mergedFrom, keyEnd }: MessageMove,
) {
  await sql`
    update messages set client_key = client_key || ${keyEnd}
    where ticket_id = ${source.id} and client_key in
      (select client_key from messages where ticket_id = ${ticketId})`.execute(transaction)
  await transaction
    .updateTable('messages')
    .set((column) => ({
      ticketId,
      seq: column('seq', '+', after),
      mergedFrom: column.fn.coalesce('mergedFrom', column.val(mergedFrom)),
    }))
    .where('ticketId', '=', source.id)
    .execute()
  await transaction
    .updateTable('attachments')
    .set({ ticketId })
    .where('ticketId', '=', source.id)
    .execute()
}
