import type { Kysely } from 'kysely'
import type { Message } from '../../domain/messages'
import { searchText } from '../../domain/ticket-search-folding'
import type { Ticket } from '../../domain/tickets'
import type { Schema } from './schema.server'

/** Keeps what a ticket is found by besides its messages; nothing to do if that is as it was before. */
export async function indexTicket(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  before?: Ticket,
): Promise<void> {
  const words = headOf(ticket)
  if (before && headOf(before) === words) return
  const { id: ticketId, deskId, number } = ticket
  if (before) {
    await transaction
      .deleteFrom('searchTexts')
      .where('ticketId', '=', ticketId)
      .where('number', '=', number)
      .execute()
  }
  await add(transaction, { deskId, ticketId, messageId: null, number }, words)
}

/** Makes a message findable, in the commit that adds it. */
export async function indexMessage(
  transaction: Kysely<Schema>,
  deskId: string,
  { id: messageId, ticketId, body }: Message,
): Promise<void> {
  await add(transaction, { deskId, ticketId, messageId, number: null }, searchText(body))
}

function headOf({ number, visitorName, visitorEmail, tags }: Ticket): string {
  return searchText([number, visitorName, visitorEmail, ...tags].join(' '))
}

async function add(
  transaction: Kysely<Schema>,
  text: { deskId: string; ticketId: string; messageId: string | null; number: number | null },
  words: string,
) {
  const { id: rowid } = await transaction
    .insertInto('searchTexts')
    .values(text)
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.insertInto('searchIndex').values({ rowid, words }).execute()
}
