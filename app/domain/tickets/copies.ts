import { emailKey, readEmail } from '../text/email'
import { messagesPerPage } from './message-pages'
import { inOrderOfTime, type Message } from './messages'
import type { Ticket, TicketStore } from './tickets'

/** Addresses that a message keeps, and that an answer goes to besides its visitor's. */
export const mostCopies = 10

/** Those that are addresses, each once, without those in `others`; at most `mostCopies`. */
export function tidyCopies(addresses: readonly string[], others: readonly string[]): string[] {
  const seen = new Set(others.map(emailKey))
  const tidy: string[] = []
  for (const given of addresses) {
    const read = readEmail(given)
    if (!('address' in read) || seen.has(emailKey(read.address))) continue
    seen.add(emailKey(read.address))
    tidy.push(read.address)
    if (tidy.length === mostCopies) break
  }
  return tidy
}

/** Who else is in a conversation: whom its e-mails went to as well, the newest first. */
export function copiesOf(
  { visitorEmail }: Pick<Ticket, 'visitorEmail'>,
  messages: readonly Pick<Message, 'copies' | 'mail'>[],
): string[] {
  const named = messages.filter(({ mail }) => !mail?.quiet)
  const newestFirst = named.toReversed().flatMap(({ copies = [] }) => copies)
  return tidyCopies(newestFirst, [visitorEmail])
}

/** Who got the desk's last answer as well. A member's answer by e-mail has no copies to choose, and does not count. */
export function copiedLast(
  messages: readonly Pick<Message, 'author' | 'kind' | 'copies' | 'mail' | 'createdAt' | 'seq'>[],
): string[] {
  const last = inOrderOfTime(messages).findLast(
    ({ author, kind, mail }) => author === 'owner' && kind === 'text' && !mail,
  )
  return last?.copies ?? []
}

/** Whether a visitor's own e-mails went to this address as well. */
export function isNamedByVisitor(
  address: string,
  messages: readonly Pick<Message, 'author' | 'copies' | 'mail'>[],
): boolean {
  const theirs = messages.filter(({ author, mail }) => author === 'visitor' && !mail?.quiet)
  return theirs.some(({ copies = [] }) =>
    copies.some((each) => emailKey(each) === emailKey(address)),
  )
}

/**
 * The addresses that a member types for copies, separated by commas, semicolons or blanks, each once and
 * without those in `others`. Or the first one that is none, or that there are too many.
 */
export function copiesTyped(
  typed: string,
  others: readonly string[],
): { copies: string[] } | { problem: 'invalid' | 'many'; address: string } {
  const words = typed.split(/[\s,;]+/).filter(Boolean)
  const invalid = words.find((word) => !('address' in readEmail(word)))
  if (invalid !== undefined) return { problem: 'invalid', address: invalid }
  const known = new Set([...others, ...words].map(emailKey))
  const copies = tidyCopies(words, others)
  const wanted = known.size - new Set(others.map(emailKey)).size
  return wanted > copies.length ? { problem: 'many', address: '' } : { copies }
}

/** By its last messages: from where its visitor's e-mails are proven to come, and who else is in it. */
export async function readParties(
  tickets: TicketStore,
  ticket: Ticket,
): Promise<{ senders: string[]; copies: string[] }> {
  const { id, deskId, number, lastSeq } = ticket
  const after = Math.max(0, lastSeq - messagesPerPage)
  const messages = await tickets.messages({ id, deskId, number }, after, messagesPerPage)
  const senders = messages.flatMap(({ mail }) => (mail?.proven && !mail.byCopy ? mail.from : []))
  return { senders, copies: copiesOf(ticket, messages) }
}
