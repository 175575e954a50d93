import type { Member } from '~/domain/desks/members'
import { ownBuckets } from '~/domain/limits/rate-limits'
import type { ReadLetter } from '~/domain/mail-in/letters'
import { isMemberPart, isPartOf, noticeOf } from '~/domain/outbox/mail-parts'
import { emailKey } from '~/domain/text/email'
import { readParties } from '~/domain/tickets/copies'
import type { Ticket } from '~/domain/tickets/tickets'
import { readTicketMessageId } from '~/http/links/message-id.server'
import type { ServerContext } from '../arrival/context'
import type { Arrived } from './arrived'
import { mailKey } from './mail-key'
import type { Notice, Recipient } from './recipients'
import { findMember, type MailSender } from './senders'

/** `by`: who wrote, as far as it is proven. A member may not write as their guest. */
type Named = { ticket: Ticket; allowed: boolean; by?: 'copy' | 'member' } | undefined

/** By the address's token, whose holder may write; otherwise by ids, which prove nothing by themselves. */
export async function ticketOf(
  { config, services }: ServerContext,
  { desk, ticket, notice }: Recipient,
  letter: ReadLetter | undefined,
  { own }: MailSender,
): Promise<Named> {
  if (ticket) return { ticket, allowed: true }
  if (notice) return { ticket: notice.ticket, allowed: false, by: 'member' }
  if (!letter || letter.references.length === 0) return undefined
  const newestFirst = letter.references.toReversed()
  const ids = newestFirst.flatMap((id) => readTicketMessageId(config.secrets, id) ?? [])
  const found = await findByReferences()
  if (!found || found.deskId !== desk.id) return undefined
  if (own && ids[0] && isMemberPart(ids[0].part)) {
    return { ticket: found, allowed: false, by: 'member' }
  }
  const sender = emailKey(letter.from.address)
  if (sender === emailKey(found.visitorEmail)) return { ticket: found, allowed: letter.proven }
  if (!letter.proven) return { ticket: found, allowed: false }
  const { senders, copies } = await readParties(services.tickets, found)
  const isIn = (addresses: string[]) => addresses.some((each) => emailKey(each) === sender)
  if (isIn(senders)) return { ticket: found, allowed: true }
  // Whom the visitor has written to, too.
  if (isIn(copies)) return { ticket: found, allowed: true, by: 'copy' }
  return { ticket: found, allowed: false, ...(own && { by: 'member' }) }

  async function findByReferences(): Promise<Ticket | undefined> {
    for (const id of new Set(ids.map(({ ticketId }) => ticketId))) {
      const ours = await services.tickets.findById(id)
      if (ours) return ours
    }
    return services.tickets.findByMail(newestFirst.map((id) => mailKey(desk.id, id)))
  }
}

/**
 * The notice that an e-mail from a member's address replies to: by its recipient's token, or by the
 * Message-ID of the newest e-mail that it names.
 */
export async function noticeFor(
  { config, services }: ServerContext,
  { desk, notice }: Recipient,
  letter: ReadLetter | undefined,
  { own }: MailSender,
): Promise<Notice | undefined> {
  if (notice || !own) return notice
  const named = readTicketMessageId(config.secrets, letter?.references.at(-1) ?? '')
  const sent = named && noticeOf(named.part, desk.id)
  const ticket = sent && (await services.tickets.findById(named.ticketId))
  if (!ticket || ticket.deskId !== desk.id) return undefined
  const members = await services.members.list(desk.id)
  const member = members.find(({ reader }) => reader === sent.reader)
  if (!member) return undefined
  // Without an answer since, the same turn is waiting.
  const isCurrent = ticket.waitingSince?.getTime() === sent.waitingSince
  const seen = isCurrent ? (ticket.answeredSeq ?? 0) : 0
  return { ticket, member, as: sent.as, seen }
}

/**
 * Who wrote an answer to a notice, if they are to be told that it reached nobody: at most once an hour,
 * never a program, and not of an answer to what tells them so.
 */
export async function memberToTell(
  { config, services, now }: ServerContext,
  { desk, letter, sender, notice }: Arrived,
): Promise<Member | undefined> {
  if (!letter?.answerable || isToTelling(config.secrets, letter)) return undefined
  const member = notice?.member ?? (await findMember(services, desk.id, sender.email))
  const buckets = member && ownBuckets('unread', { account: `${desk.id} ${member.reader}` })
  const wait = buckets && (await services.rateLimits.consume(buckets, now()))
  return wait === 0 ? member : undefined
}

function isToTelling(secrets: readonly string[], { references }: ReadLetter): boolean {
  const newest = readTicketMessageId(secrets, references.at(-1) ?? '')
  return newest !== undefined && isPartOf('reply-unread', newest.part)
}
