import { type Kysely, sql } from 'kysely'
import { mailsRetracted } from '../../../domain/outbox/mail-changes'
import type { Retracted, TicketRetractions } from '../../../domain/tickets/retracting'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket } from './changes.server'
import { findMessage } from './messages.server'
import { findTicket } from './rows.server'

type RetractParameters = Parameters<TicketRetractions['retract']>

export function createTicketRetractions({ kysely }: Database): TicketRetractions {
  return {
    retract: (...asked) =>
      kysely.transaction().execute((transaction) => retractMessage(transaction, ...asked)),
  }
}

async function retractMessage(
  transaction: Kysely<Schema>,
  ...[scope, clientKey, decide, at]: RetractParameters
): Promise<Retracted> {
  const ticket = await findTicket(transaction, scope)
  if (!ticket) return { kind: 'unknown' }
  if (ticket.takenBack?.key === clientKey) return { kind: 'again', ticket }
  const message = await findMessage(transaction, ticket.id, 'clientKey', clientKey)
  const change = message && decide(ticket, message)
  const mails = change && (await mailsRetracted(readingIn(transaction), ticket.id, message.seq))
  if (!mails) return { kind: 'refused', ticket }
  await write(transaction, mails)
  const { id, seq } = message
  await transaction
    .updateTable('messages')
    .set({ kind: 'moved', body: '', copies: null })
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('attachments')
    .set({
      messageId: null,
      position: null,
      createdAt: at.getTime(),
      // Those of a ticket's beginning are to outlive it.
      ...(seq === 1 && { ticketId: null }),
    })
    .where('messageId', '=', id)
    .execute()
  await sql`insert or ignore into unindexed_messages values (${id})`.execute(transaction)
  return { kind: 'retracted', ticket: await changeTicket(transaction, ticket, change) }
}
