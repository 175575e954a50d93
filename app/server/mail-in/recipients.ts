import type { Desk } from '~/domain/desks/desks'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { isCopyPart, mailKeyOf } from '~/domain/letters/mail-parts'
import type { Envelope, ReadLetter } from '~/domain/mail-in/letters'
import type { Ticket } from '~/domain/tickets/tickets'
import { readReplyAddress, readReturnAddress } from '~/http/links/mail-addresses.server'
import { readTicketMessageId } from '~/http/links/message-id.server'
import type { ServerContext } from '../arrival/context'

/** The recipient of an e-mail: a desk, and the conversation whose token the address has. */
export interface Recipient {
  desk: Desk
  ticket?: Ticket
  /** That of the bounced e-mail, from its return path. */
  returned?: string
}

/**
 * One for each address of the envelope, undefined where it does not exist here. An e-mail in a mailbox
 * that names no desk is for the desk to whose e-mail it replies, or else for the site's.
 */
export async function recipientsOf(
  context: ServerContext,
  letter: ReadLetter | undefined,
  { to, mailbox }: Envelope,
): Promise<(Recipient | undefined)[]> {
  const found: (Recipient | undefined)[] = []
  for (const address of to) found.push(await findRecipient(context, address))
  if (!mailbox) return found
  const known = found.filter((recipient) => recipient !== undefined)
  return known.length > 0 ? known : [await findByMailbox(context, letter)]
}

async function findByMailbox(
  { config, services }: ServerContext,
  letter: ReadLetter | undefined,
): Promise<Recipient | undefined> {
  for (const id of letter?.references.toReversed() ?? []) {
    const ticketId = readTicketMessageId(config.secrets, id)?.ticketId
    const ticket = ticketId ? await services.tickets.findById(ticketId) : undefined
    const desk = ticket && (await services.desks.findById(ticket.deskId))
    if (desk) return { desk }
  }
  return findSite(services)
}

async function findSite(services: ServerContext['services']): Promise<Recipient | undefined> {
  const desk = await findSiteDesk(services)
  return desk && { desk }
}

/** Names that every domain has an address for. Source: RFC 5321 §4.5.1, RFC 2142 §4. */
const everyDomains = ['postmaster', 'abuse']

/** Undefined for an address that does not exist here. */
export async function findRecipient(
  { config, services, now }: ServerContext,
  address: string,
): Promise<Recipient | undefined> {
  // Source: RFC 5321 §4.1.1.3.
  if (address.toLowerCase() === 'postmaster') return findSite(services)
  const [, local = '', domain] = /^(.+)@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (!domain || domain !== config.mailIn?.domain) return undefined
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
  const [name = ''] = local.split('+')
  if (everyDomains.includes(name)) return findSite(services)
  const byKey = await services.desks.findByPublicKey(name, now())
  const deskId = byKey ? undefined : await services.mailAliases.findDesk(name)
  const desk = byKey ?? (deskId && (await services.desks.findById(deskId)))
  return desk ? { desk } : undefined
}
