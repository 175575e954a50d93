import type { Desk } from '~/domain/desks/desks'
import type { Member } from '~/domain/desks/members'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { isEarlierKey, type MailAlias } from '~/domain/mail-in/aliases'
import type { Envelope, ReadLetter } from '~/domain/mail-in/letters'
import { isCopyPart, mailKeyOf } from '~/domain/outbox/mail-parts'
import type { Ticket } from '~/domain/tickets/tickets'
import {
  readNoticeAddress,
  readReplyAddress,
  readReturnAddress,
} from '~/http/links/mail-addresses.server'
import { readTicketMessageId } from '~/http/links/message-id.server'
import type { ServerContext } from '../arrival/context'

/** What a member was sent about a ticket. */
export interface Notice {
  ticket: Ticket
  member: Member
  /** What their reply becomes. */
  as: 'answer' | 'note'
  /** The last message that they know. */
  seen: number
}

/** The recipient of an e-mail: a desk, and the conversation whose token the address has. */
export interface Recipient {
  desk: Desk
  /** Which of the desk's own addresses it is for, if a new conversation. */
  alias?: MailAlias
  ticket?: Ticket
  /** The notice that it replies to. */
  notice?: Notice
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
  const noticed = readNoticeAddress(config.secrets, local)
  if (noticed) return findByNotice(services, noticed)
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
  if (byKey) return { desk: byKey }
  const alias = await services.mailAliases.find(name)
  const desk = alias && (await services.desks.findById(alias.deskId))
  return desk && { desk, ...(!isEarlierKey(name) && { alias }) }
}

/** Undefined for who is no longer a member. */
async function findByNotice(
  { tickets, desks, members }: ServerContext['services'],
  { as, ticketId, seq, isOf }: NonNullable<ReturnType<typeof readNoticeAddress>>,
): Promise<Recipient | undefined> {
  const ticket = await tickets.findById(ticketId)
  const desk = ticket && (await desks.findById(ticket.deskId))
  const member = desk && (await members.list(desk.id)).find(({ reader }) => isOf(reader))
  if (!ticket || !desk || !member) return undefined
  // Merged into another, where its messages have other numbers.
  const seen = ticket.id === ticketId ? seq : 0
  return { desk, notice: { ticket, member, as, seen } }
}
