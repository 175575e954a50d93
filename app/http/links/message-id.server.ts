import { createHmac } from 'node:crypto'
import { newestKey } from '../cookies/secrets.server'

const purpose = 'message id'

/**
 * The Message-ID of an e-mail about a ticket: `<t.TICKET.PART.MAC@host>`, which nobody else can make.
 * `part` tells the ticket's e-mails apart: letters, digits and hyphens; 0 is the root of their thread,
 * which no e-mail has. Dots keep it from looking like a random one to spam filters.
 */
export function ticketMessageId(
  secrets: readonly string[],
  host: string,
  { ticketId, part }: { ticketId: string; part: string },
): string {
  const name = `t.${ticketId.toLowerCase()}.${part}`
  const mac = createHmac('sha256', newestKey(secrets, purpose)).update(name).digest('hex')
  return `<${name}.${mac.slice(0, 32)}@${host}>`
}
