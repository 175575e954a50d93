import type { Desk } from '../desks/desks'
import type { Member } from '../desks/members'
import { findSiteDesk } from '../desks/site-desk'
import { isCopyPart, mailKeyOf } from '../outbox/mail-parts'
import type { Ticket } from '../tickets/tickets'
import { isEarlierKey, type MailAlias } from './aliases'
import type { Envelope, ReadLetter } from './letters'
import type { MailIn, MailInPorts, MailTokens } from './ports'

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
  /** The conversation whose address everybody in copy has, which gives no right by itself. */
  shared?: Ticket
  /** The notice that it replies to. */
  notice?: Notice
  /** That of the bounced e-mail, from its return path. */
  returned?: string
}

/**
 * One for each address of the envelope that exists here. A conversation's comes first, since only its token
 * proves that the sender may write there. An e-mail in a mailbox that names no desk is for the desk to whose
 * e-mail it replies, or else for the site's.
 */
export async function recipientsOf(
  mailIn: MailIn,
  letter: ReadLetter | undefined,
  { to, mailbox }: Envelope,
): Promise<Recipient[]> {
  const found: (Recipient | undefined)[] = []
  for (const address of to) found.push(await findRecipient(mailIn, address))
  if (mailbox && !found.some(Boolean)) found.push(await findByMailbox(mailIn, letter))
  return found
    .filter((recipient) => recipient !== undefined)
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ ticket, shared }: Recipient): number {
  return ticket ? 0 : shared ? 1 : 2
}

async function findByMailbox(
  { ports, tokens }: MailIn,
  letter: ReadLetter | undefined,
): Promise<Recipient | undefined> {
  for (const id of letter?.references.toReversed() ?? []) {
    const ticketId = tokens.readMessageId(id)?.ticketId
    const ticket = ticketId ? await ports.tickets.findById(ticketId) : undefined
    const desk = ticket && (await ports.desks.findById(ticket.deskId))
    if (desk) return { desk }
  }
  return findSite(ports)
}

async function findSite(ports: MailInPorts): Promise<Recipient | undefined> {
  const desk = await findSiteDesk(ports)
  return desk && { desk }
}

/** Names that every domain has an address for. Source: RFC 5321 §4.5.1, RFC 2142 §4. */
const everyDomains = ['postmaster', 'abuse']

/** Undefined for an address that does not exist here. */
export async function findRecipient(
  { ports, tokens, settings, now }: MailIn,
  address: string,
): Promise<Recipient | undefined> {
  // Source: RFC 5321 §4.1.1.3.
  if (address.toLowerCase() === 'postmaster') return findSite(ports)
  const [, local = '', domain] = /^(.+)@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (!domain || domain !== settings.domain) return undefined
  const noticed = tokens.readNotice(local)
  if (noticed) return findByNotice(ports, noticed)
  const sent = tokens.readReturn(local)
  const reply = tokens.readReply(local)
  const ticketId = sent?.ticketId ?? reply?.ticketId
  const ticket = ticketId ? await ports.tickets.findById(ticketId) : undefined
  if (ticket) {
    const desk = await ports.desks.findById(ticket.deskId)
    const returned = sent && mailKeyOf(sent.ticketId, sent.part)
    // The return path of a copy gives no right to write.
    const known = !sent || !isCopyPart(sent.part)
    if (desk && reply?.kind === 'all') return { desk, shared: ticket }
    if (desk) return { desk, ...(known && { ticket }), ...(returned && { returned }) }
  }
  // After an erasure a token leads to the desk alone.
  const [name = ''] = local.split('+')
  if (everyDomains.includes(name)) return findSite(ports)
  const byKey = await ports.desks.findByPublicKey(name, now())
  if (byKey) return { desk: byKey }
  const alias = await ports.mailAliases.find(name)
  const desk = alias && (await ports.desks.findById(alias.deskId))
  return desk && { desk, ...(!isEarlierKey(name) && { alias }) }
}

/** Undefined for who is no longer a member. */
async function findByNotice(
  { tickets, desks, members }: MailInPorts,
  { as, ticketId, seq, isOf }: NonNullable<ReturnType<MailTokens['readNotice']>>,
): Promise<Recipient | undefined> {
  const ticket = await tickets.findById(ticketId)
  const desk = ticket && (await desks.findById(ticket.deskId))
  const member = desk && (await members.list(desk.id)).find(({ reader }) => isOf(reader))
  if (!ticket || !desk || !member) return undefined
  // Merged into another, where its messages have other numbers.
  const seen = ticket.id === ticketId ? seq : 0
  return { desk, notice: { ticket, member, as, seen } }
}
