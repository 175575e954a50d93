import { setImmediate as nextTick } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { searchText } from '../../../domain/text/search-folding'
import type { Message } from '../../../domain/tickets/messages'
import { soughtText } from '../../../domain/tickets/search'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'

/**
 * A text's id is its desk's place, its ticket's number (27 bits) and its place in the ticket (20
 * bits), so that a desk's texts are together, oldest ticket first. Ids exceed JavaScript's safe
 * integers and are built and split in SQL alone.
 */
export function idsFrom(deskId: string, number: number): RawBuilder<number> {
  return sql<number>`((select search_place from desks where id = ${deskId}) << 47 | (${number} << 20))`
}

export const numberOfText = sql<number>`(search_index.rowid >> 20 & 0x7ffffff)`

/** Pages of the index merged by each commit that changes it: 2 ms at most. */
const pagesPerCommit = 32

/** By itself it would merge hundreds of pages in a commit. */
export async function mergeSome(transaction: Kysely<Schema>): Promise<void> {
  await merge(transaction, pagesPerCommit)
}

/** Pages merged by each commit of `mergeAll`: up to 15 ms of the processor. */
const pagesPerStep = 16

/** Everything, a few pages a commit. Throws when the signal aborts. */
export async function mergeAll(kysely: Kysely<Schema>, signal: AbortSignal): Promise<void> {
  // The first, negative count includes all segments in the merge.
  for (let pages = -pagesPerStep; ; pages = pagesPerStep) {
    const merged = await kysely.transaction().execute(async (transaction) => {
      const before = await changes(transaction)
      await merge(transaction, pages)
      return (await changes(transaction)) - before
    })
    // The statement itself counts as one change.
    if (merged < 2) return
    await nextTick()
    signal.throwIfAborted()
  }
}

/** Source: FTS5 documentation, 6.8. */
async function merge(transaction: Kysely<Schema>, pages: number) {
  await sql`insert into search_index (search_index, rank) values ('merge', ${pages})`.execute(
    transaction,
  )
}

async function changes(transaction: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(
    transaction,
  )
  return rows[0]?.total ?? 0
}

/** Indexes a ticket's own fields, without its messages; does nothing if they are unchanged. */
export async function indexTicket(
  transaction: Kysely<Schema>,
  ticket: Ticket,
  before?: Ticket,
): Promise<void> {
  if (before && headOf(before) === headOf(ticket)) return
  if (before) {
    await transaction
      .deleteFrom('searchTexts')
      .where('ticketId', '=', ticket.id)
      .where('number', '=', ticket.number)
      .execute()
  }
  await add(transaction, ticket, ticket.number, searchText(headOf(ticket)))
}

/** Indexes a merged ticket's fields, which lead to the other ticket. */
export async function indexMerged(
  transaction: Kysely<Schema>,
  target: TicketRef,
  source: Head,
): Promise<void> {
  await add(transaction, target, source.number, searchText(headOf(source)))
}

/** Notes a message in the commit that adds it; `indexSome` indexes it. */
export async function indexMessage(
  transaction: Kysely<Schema>,
  { id: messageId }: Pick<Message, 'id'>,
): Promise<void> {
  await transaction.insertInto('unindexedMessages').values({ messageId }).execute()
}

/** Indexed per commit: 12 ms of the processor. */
const indexedAtOnce = { messages: 250, bytes: 50_000 }

/**
 * Indexes the first messages that wait. Returns the last one's id; undefined where none waits. One may
 * have been moved or erased since it was noted, or indexed before it was moved.
 */
export async function indexSome(transaction: Kysely<Schema>): Promise<string | undefined> {
  const waiting = await transaction
    .selectFrom('unindexedMessages as noted')
    .leftJoin('messages', 'messages.id', 'noted.messageId')
    .select(['noted.messageId as id', sql<number | null>`octet_length(body)`.as('bytes')])
    .orderBy('noted.messageId')
    .limit(sql.lit(indexedAtOnce.messages))
    .execute()
  let total = 0
  const step = waiting.filter(({ bytes }) => {
    const fits = total <= indexedAtOnce.bytes
    total += bytes ?? 0
    return fits
  })
  const last = step.at(-1)?.id
  if (last === undefined) return undefined
  const ids = step.map(({ id }) => id)
  const messages = await transaction
    .selectFrom('messages')
    .select(['id', 'body', 'mail'])
    .where('id', 'in', anyOf(ids))
    .execute()
  const words = messages.map(({ id, body, mail }) => {
    const text = soughtText({ body, mail: mail === null ? undefined : JSON.parse(mail) })
    return [id, searchText(text)]
  })
  // Messages of a merged ticket are indexed under the old one.
  await transaction.deleteFrom('searchTexts').where('messageId', 'in', anyOf(ids)).execute()
  // Index them under their present ticket; messages of hidden tickets are not searchable.
  await sql`insert into search_texts (id, desk_id, ticket_id, message_id)
    select
      ifnull((select max(id) from search_texts where id between base and base + 0xfffff), base)
        + row_number() over (partition by base order by message_id),
      desk_id, ticket_id, message_id
    from (
      select desk_id, ticket_id, messages.id as message_id,
        search_place << 47 | (tickets.number << 20) as base
      from json_each(${JSON.stringify(ids)}) cross join messages on messages.id = value
      join tickets on tickets.id = ticket_id join desks on desks.id = desk_id
      where tickets.number >= 0
    )`.execute(transaction)
  // In the order of ids: another would write a segment for each.
  await sql`insert into search_index (rowid, words)
    select search_texts.id, value from json_each(${JSON.stringify(Object.fromEntries(words))})
    cross join search_texts on message_id = key order by search_texts.id`.execute(transaction)
  await transaction.deleteFrom('unindexedMessages').where('messageId', '<=', last).execute()
  await mergeSome(transaction)
  return last
}

/** Moves the index of a ticket's own fields; its messages are indexed again under the other ticket. */
export async function moveTexts(
  transaction: Kysely<Schema>,
  from: Ticket,
  to: Ticket,
): Promise<void> {
  const moves = sql`(
    select id, ${nextRowId(to)} - 1 + row_number() over (order by id) as new_id
    from search_texts where ticket_id = ${from.id} and number is not null
  ) as moved`
  await sql`update search_index set rowid = new_id from ${moves} where rowid = moved.id`.execute(
    transaction,
  )
  await sql`update search_texts set id = new_id, ticket_id = ${to.id} from ${moves}
    where search_texts.id = moved.id`.execute(transaction)
  await sql`insert or ignore into unindexed_messages
    select message_id from search_texts
    where ticket_id = ${from.id} and message_id is not null`.execute(transaction)
}

type Head = Pick<Ticket, 'number' | 'visitorName' | 'visitorEmail' | 'tags'>

type TicketRef = Pick<Ticket, 'id' | 'deskId' | 'number'>

function headOf({ number, visitorName, visitorEmail, tags }: Head): string {
  return [number, visitorName, visitorEmail, ...tags].join(' ')
}

function nextRowId({ deskId, number }: Omit<TicketRef, 'id'>): RawBuilder<number> {
  return sql<number>`(select ifnull(max(id), ${idsFrom(deskId, number)}) + 1 from search_texts
    where id between ${idsFrom(deskId, number)} and ${idsFrom(deskId, number)} + 0xfffff)`
}

async function add(
  transaction: Kysely<Schema>,
  { id: ticketId, deskId, number: ticketNumber }: TicketRef,
  number: number,
  words: string,
) {
  await sql`insert into search_texts (id, desk_id, ticket_id, number)
    values (${nextRowId({ deskId, number: ticketNumber })}, ${deskId}, ${ticketId}, ${number})
    `.execute(transaction)
  await sql`insert into search_index (rowid, words) values (last_insert_rowid(), ${words})`.execute(
    transaction,
  )
  await mergeSome(transaction)
}
