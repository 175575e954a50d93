import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Message } from '../../../domain/tickets/messages'
import type { Snippet } from '../../../domain/tickets/search'
import { considered, snippetsOf } from '../../../domain/tickets/search-snippets'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Row, Schema } from '../database/schema.server'
import { idsFrom } from './index.server'

/**
 * A full-text query for texts that may have any of these, which contain only letters, digits and spaces:
 * all have three characters or more. Whether each three stand side by side is checked for fewer texts.
 */
export function likely(looked: readonly string[]): string {
  const threes = (form: string) => [/.{3}/gsu, /.{3}$/gsu].flatMap((each) => form.match(each) ?? [])
  const forms = looked.map((form) => [...new Set(threes(form))].map((three) => `"${three}"`))
  return forms.map((form) => `(${form.join(' AND ')})`).join(' OR ')
}

export function has(looked: readonly string[]): RawBuilder<boolean> {
  const each = looked.map((form) => sql`instr(words, ${form}) > 0`)
  return sql<boolean>`${sql.join(each, sql` or `)}`
}

/** Returns the messages' text around the words, by ticket id; the tickets are of one desk. */
export async function findSnippets(
  kysely: Kysely<Schema>,
  tickets: readonly Ticket[],
  looked: readonly string[],
  words: readonly string[],
): Promise<Map<string, Snippet[]>> {
  const found = new Map<string, Snippet[]>()
  const deskId = tickets[0]?.deskId
  if (deskId === undefined) return found
  const numbers = JSON.stringify(tickets.map(({ number }) => number))
  // Reading a ticket's few texts is faster than asking the index about each ticket.
  const { rows } = await sql<Row<Pick<Message, Fields>>>`
    select messages.ticket_id, seq, author, kind, body, mail, created_at from json_each(${numbers}) as asked
    cross join search_texts as found on found.id in (
      select rowid from search_index
      where rowid >= ${idsFrom(deskId, 0)} + (asked.value << 20)
        and rowid < ${idsFrom(deskId, 0)} + (asked.value + 1 << 20)
        and (${has(looked)})
      order by rowid desc limit ${considered + 1}
    )
    cross join messages on messages.id = found.message_id`.execute(kysely)
  for (const { id } of tickets) {
    const messages = rows
      .filter(({ ticketId }) => ticketId === id)
      .map(({ mail, ...row }) => {
        const createdAt = new Date(row.createdAt)
        return { ...row, createdAt, mail: mail === null ? undefined : JSON.parse(mail) }
      })
    found.set(id, snippetsOf(messages, words))
  }
  return found
}

type Fields = 'ticketId' | 'seq' | 'author' | 'kind' | 'body' | 'mail' | 'createdAt'
