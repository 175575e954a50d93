import { hash } from 'node:crypto'
import type { TicketStore } from '~/domain/tickets/tickets'

/** The hash by which an e-mail is known at a desk, and replies to it find its conversation. */
export function mailKey(deskId: string, id: string): string {
  return hash('sha256', `${deskId}\n${id}`, 'base64url')
}

/**
 * The key of an incoming e-mail; undefined if the e-mail was received before. Message-IDs are chosen by
 * senders and need not be unique: a known ID with another digest gets a key of its own.
 */
export async function newMailKey(
  tickets: TicketStore,
  deskId: string,
  { messageId, digest }: { messageId: string; digest?: string },
): Promise<string | undefined> {
  const [first, other] = [mailKey(deskId, messageId), mailKey(deskId, `${messageId}\n${digest}`)]
  if (await tickets.findMail(other)) return undefined
  const known = await tickets.findMail(first)
  if (!known) return first
  // What came before digests were kept is taken to be the same.
  return known.digest === undefined || known.digest === digest ? undefined : other
}
