import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SentLetter } from '~/domain/mail-in/ports'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

const purpose = 'message id'

/**
 * The Message-ID of an e-mail about a ticket: `<t.TICKET.PART.MAC@host>`, which nobody else can make.
 * `part` tells the ticket's e-mails apart: letters, digits and hyphens; 0 is the root of their thread,
 * which no e-mail has. Dots keep it from looking like a random one to spam filters.
 */
export function ticketMessageId(
  secrets: readonly string[],
  host: string,
  { ticketId, part }: SentLetter,
): string {
  const name = `t.${ticketId}.${part}`.toLowerCase()
  return `<${name}.${mac(newestKey(secrets, purpose), name)}@${host}>`
}

/**
 * Undefined if none of the secrets made it. The host does not count: an installation may have moved, and
 * some relays write another one.
 */
export function readTicketMessageId(
  secrets: readonly string[],
  id: string,
): SentLetter | undefined {
  const [, name = '', ticketId, part, given = ''] =
    /^<(t\.([0-9a-z]{26})\.([0-9a-z-]+))\.([0-9a-f]{32})@[^<>@]*>$/i.exec(id.toLowerCase()) ?? []
  if (!ticketId || !part) return undefined
  const ours = deriveKeys(secrets, purpose).some((key) =>
    timingSafeEqual(Buffer.from(mac(key, name)), Buffer.from(given)),
  )
  return ours ? { ticketId, part } : undefined
}

function mac(key: KeyObject, name: string): string {
  return createHmac('sha256', key).update(name).digest('hex').slice(0, 32)
}
