import { numberTyped, withoutNumberSigns } from '../text/numbers'
import { isPhone, type SearchLevel } from '../text/search-folding'
import type { TicketFilter } from './filters'
import type { Message } from './messages'
import type { Ticket } from './tickets'

export interface SnippetPart {
  text: string
  hit: boolean
}

export type Snippet = Pick<Message, 'seq' | 'author' | 'kind' | 'createdAt'> & {
  parts: SnippetPart[]
  /** Its e-mail's subject alone has the words. */
  isSubject?: true
}

export interface Found {
  ticket: Ticket
  /** At most two, best first; empty for hits in name, e-mail, tag or number only. */
  snippets: Snippet[]
}

interface FoundPage {
  found: Found[]
  /** Opaque; undefined at the end. */
  next?: string
}

export interface TicketSearch {
  readonly level: SearchLevel
  /**
   * The desk's tickets with every word (from `searchWords`, folded by `needles`), matched as
   * `level` says, in messages, notes, subjects of e-mails, the visitor's name or e-mail, tags or the number. A typed
   * number's ticket first, then by number, highest first, so that a store can stop at a full page.
   * A merged ticket is found as its target, a held one only by its filter. No words find nothing.
   */
  search(
    deskId: string,
    words: readonly string[],
    filter: TicketFilter,
    limit: number,
    after?: string,
  ): Promise<FoundPage>
}

/** The `seq` of the message to open a ticket at: that whose own words are found best. */
export function seqFound({ snippets: [best] }: Pick<Found, 'snippets'>): number | undefined {
  return best?.isSubject ? undefined : best?.seq
}

/** What of a message is found: its words, and the subject of its e-mail. */
export function soughtText({ body, mail }: Pick<Message, 'body' | 'mail'>): string {
  return mail?.subject ? `${mail.subject}\n${body}` : body
}

/** Undefined unless the query is only a number, as `numberTyped` reads it. */
export function numberSought(words: readonly string[]): number | undefined {
  return numberTyped(words.join(' '))
}

const mostSearchWords = 8

/** Distinct words, at most `mostSearchWords`; numbers without their sign, a telephone number in one. */
export function searchWords(typed: string): string[] {
  const text = withoutNumberSigns(typed.slice(0, 200))
  const words = isPhone(text) ? [text] : text.split(' ')
  return [...new Set(words)].filter(Boolean).slice(0, mostSearchWords)
}
