import type { Desk } from '~/domain/desks/desks'
import { isCopyPart, mailKeyOf } from '~/domain/letters/mail-parts'
import type { Ticket } from '~/domain/tickets/tickets'
import { readReplyAddress, readReturnAddress } from '~/http/links/mail-addresses.server'
import type { ServerContext } from '../arrival/context'

/** Whom an e-mail is for: a desk, and the conversation whose token the address has. */
export interface Recipient {
  desk: Desk
  ticket?: Ticket
  /** Of the e-mail that comes back to its return path. */
  returned?: string
}

/** Undefined for an address that does not exist here. */
export async function findRecipient(
  { config, services, now }: ServerContext,
  address: string,
): Promise<Recipient | undefined> {
  const [, local = '', domain] = /^(.+)@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (!config.mailIn || domain !== config.mailIn.domain) return undefined
  const sent = readReturnAddress(config.secrets, local)
  const ticketId = sent?.ticketId ?? readReplyAddress(config.secrets, local)
  const ticket = ticketId ? await services.tickets.findById(ticketId) : undefined
  if (ticket) {
    const desk = await services.desks.findById(ticket.deskId)
    const returned = sent && mailKeyOf(sent.ticketId, sent.part)
    // The return path of a copy gives no right to write.
    const known = !sent || !isCopyPart(sent.part)
    if (desk) return { desk, ...(known && { ticket }), ...(returned && { returned }) }
  }
  // After an erasure a token leads to the desk alone.
  const [key = ''] = local.split('+')
  const desk = await services.desks.findByPublicKey(key, now())
  return desk && { desk }
}
