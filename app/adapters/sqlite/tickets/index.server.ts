import { type Kysely, type RawBuilder, sql } from 'kysely'
import { searchText } from '../../../domain/text/search-folding'
import type { Message } from '../../../domain/tickets/messages'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'

/**
 * The id of a text in the index is its desk's place, its ticket's number (27 bits) and its own place
 * in the ticket (20 bits): a desk's texts lie together, those of newer tickets behind those of older
 * ones. Ids are put together and taken apart in SQL alone; they are larger than numbers of JavaScript.
 */
export function idsFrom(deskId: string, number: number): RawBuilder<number> {
  return sql<number>`((select search_place from desks where id = ${deskId}) << 47 | (${number} << 20))`
}

/** The number of the ticket that the text of an id belongs to. */
export const numberOfText = sql<number>`(search_index.rowid >> 20 & 0x7ffffff)`

/** Keeps what a ticket is found by besides its messages; nothing to do if that is as it was before. */
export async function indexTicket(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  before?: Ticket,
): Promise<void> {
  const words = headOf(ticket)
  if (before && headOf(before) === words) return
  if (before) {
    await transaction
      .deleteFrom('searchTexts')
      .where('ticketId', '=', ticket.id)
      .where('number', '=', ticket.number)
      .execute()
  }
  await add(transaction, ticket, { messageId: null, number: ticket.number }, words)
}

/** Makes a message findable, in the commit that adds it. */
export async function indexMessage(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  { id: messageId, body }: Message,
): Promise<void> {
  await add(transaction, ticket, { messageId, number: null }, searchText(body))
}

/** Makes everything that a ticket is found by lead to another one of its desk. */
export async function moveTexts(
  transaction: Kysely<Schema>,
  from: Ticket,
  to: Ticket,
): Promise<void> {
  const places = sql`(
    select id, ${newPlace(to)} - 1 + row_number() over (order by id) as new_id
    from search_texts where ticket_id = ${from.id}
  ) as moved`
  await sql`update search_index set rowid = new_id from ${places} where rowid = moved.id`.execute(
    transaction,
  )
  await sql`update search_texts set id = new_id, ticket_id = ${to.id} from ${places}
    where search_texts.id = moved.id`.execute(transaction)
}

function headOf({ number, visitorName, visitorEmail, tags }: Ticket): string {
  return searchText([number, visitorName, visitorEmail, ...tags].join(' '))
}

/** The place behind the ticket's last text. */
function newPlace({ deskId, number }: Ticket): RawBuilder<number> {
  return sql<number>`(select ifnull(max(id), ${idsFrom(deskId, number)}) + 1 from search_texts
    where id between ${idsFrom(deskId, number)} and ${idsFrom(deskId, number + 1)} - 1)`
}

async function add(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  { messageId, number }: { messageId: string | null; number: number | null },
  words: string,
) {
  const { deskId, id: ticketId } = ticket
  await sql`insert into search_texts (id, desk_id, ticket_id, message_id, number)
    values (${newPlace(ticket)}, ${deskId}, ${ticketId}, ${messageId}, ${number})`.execute(
    transaction,
  )
  await sql`insert into search_index (rowid, words) values (last_insert_rowid(), ${words})`.execute(
    transaction,
  )
}
