import type { Attachment, HeldAttachment } from '../files/attachments'
import type { Language } from '../text/languages'

export type Author = 'visitor' | 'owner'

/** One message of a ticket. A note is the owner's own and never leaves the desk. */
export interface Message {
  id: string
  ticketId: string
  /** 1, 2, 3 … in the ticket, without gaps, notes counted. */
  seq: number
  /** The key of the owner's form, or the hash of the visitor's; unique in the ticket: sending twice is receiving once. */
  clientKey: string
  author: Author
  kind: 'text' | 'note'
  /** Empty only where files go with it. */
  body: string
  /** The files that go with it, in order; not there without any. */
  attachments?: Attachment[]
  locale: Language
  /** The number of the ticket that it was written to, where that one was merged into this one. */
  mergedFrom?: number
  createdAt: Date
}

export type NewMessage = Omit<Message, 'ticketId' | 'seq' | 'mergedFrom' | 'attachments'> & {
  attachments?: HeldAttachment[]
}

export const longestMessage = 4_000

/** The beginning of a text in one line of at most `length` characters, cut at a word where it can be. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length - 1).replace(/\p{Surrogate}$/u, '')
  const word = cut.lastIndexOf(' ')
  return `${word > length / 2 ? cut.slice(0, word) : cut}…`
}

/** As people read them: by time. Only where tickets were merged is that another order than by `seq`. */
export function inOrderOfTime<Sent extends Pick<Message, 'createdAt' | 'seq'>>(
  messages: readonly Sent[],
): Sent[] {
  return messages.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.seq - other.seq,
  )
}

/** What is left of a field's text once a part of it has been sent: what was typed while that was on its way. */
export function unsent(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed
}
