import type { TicketFilter } from './filters'
import type { Message } from './messages'
import type { Ticket } from './tickets'

/** A piece of a message's words, and whether it is what was looked for. */
export interface SnippetPart {
  text: string
  hit: boolean
}

/** A message in which something was found: the words around it. */
export type Snippet = Pick<Message, 'seq' | 'author' | 'kind' | 'createdAt'> & {
  parts: SnippetPart[]
}

export interface Found {
  ticket: Ticket
  /** At most two, the best first; none if it was found by name, e-mail, tag or number alone. */
  snippets: Snippet[]
}

export interface FoundPage {
  found: Found[]
  /** Where the next page begins, opaque; undefined at the end. */
  next?: string
}

/** Where in a word what was typed is found: anywhere, or where the word begins. */
export type SearchLevel = 'infix' | 'prefix'

export interface TicketSearch {
  readonly level: SearchLevel
  /**
   * The desk's tickets that hold every one of the words, as `searchWords` makes them and `needles`
   * folds them, each anywhere or at the beginning of a word, as `level` says: in messages and notes, the visitor's name or e-mail, tags, the number. First the one whose number
   * was typed, then the others, those with the highest number first: so a store can stop once a page
   * is full. Merged tickets are found as what they were merged into; held ones only by a filter for
   * them. No words find nothing.
   */
  search(
    deskId: string,
    words: readonly string[],
    filter: TicketFilter,
    limit: number,
    after?: string,
  ): Promise<FoundPage>
}

/** How many words of a search count. */
export const mostSearchWords = 8

/** The words of what somebody typed, each once, as a search takes them. */
export function searchWords(typed: string): string[] {
  return [...new Set(typed.slice(0, 200).split(/\s+/).filter(Boolean))].slice(0, mostSearchWords)
}
