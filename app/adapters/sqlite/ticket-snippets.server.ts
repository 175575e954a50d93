import { type Kysely, sql } from 'kysely'
import type { Message } from '../../domain/messages'
import type { Snippet } from '../../domain/ticket-search'
import { snippetParts, wordsIn } from '../../domain/ticket-search-snippets'
import { anyOf } from './attachment-rows.server'
import type { Row, Schema } from './schema.server'

/** How many snippets a ticket shows, and among how many of its newest messages they are chosen. */
const shown = 2
const considered = 5

/** An expression of the index for any of these; they hold nothing but letters, digits and blanks. */
export function phrases(looked: readonly string[]): string {
  return [...new Set(looked)].map((each) => `"${each}"`).join(' OR ')
}

/** What the messages of these tickets say around the words, by the tickets' ids. */
export async function findSnippets(
  kysely: Kysely<Schema>,
  ticketIds: readonly string[],
  looked: readonly string[],
  words: readonly string[],
): Promise<Map<string, Snippet[]>> {
  const found = new Map<string, Snippet[]>()
  if (ticketIds.length === 0) return found
  const newest = sql<number>`row_number() over (partition by found.ticket_id order by seq desc)`
  const { rows } = await sql<Row<Pick<Message, Fields>>>`
    select * from (
      select found.ticket_id, seq, author, kind, body, created_at, ${newest} as place
      from search_index
      cross join search_texts as found on found.id = search_index.rowid
      cross join messages on messages.id = found.message_id
      where search_index match ${phrases(looked)} and found.ticket_id in ${anyOf(ticketIds)}
    ) where place <= ${considered} order by place`.execute(kysely)
  for (const id of ticketIds) {
    const best = rows
      .filter(({ ticketId }) => ticketId === id)
      .map((row) => ({ row, words: wordsIn(row.body, words) }))
      .sort((one, other) => other.words - one.words)
    found.set(
      id,
      best.slice(0, shown).map(({ row: { seq, author, kind, body, createdAt } }) => {
        return {
          seq,
          author,
          kind,
          createdAt: new Date(createdAt),
          parts: snippetParts(body, words),
        }
      }),
    )
  }
  return found
}

type Fields = 'ticketId' | 'seq' | 'author' | 'kind' | 'body' | 'createdAt'
