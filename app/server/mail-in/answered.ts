import type { Member } from '~/domain/desks/members'
import { isMemberPart } from '~/domain/letters/mail-parts'
import { ownBuckets } from '~/domain/limits/rate-limits'
import type { ReadLetter } from '~/domain/mail-in/letters'
import { emailKey } from '~/domain/text/email'
import { readParties } from '~/domain/tickets/copies'
import type { Ticket } from '~/domain/tickets/tickets'
import { readTicketMessageId } from '~/http/links/message-id.server'
import type { ServerContext } from '../arrival/context'
import type { Arrived } from './arrived'
import { mailKey } from './mail-key'
import type { Recipient } from './recipients'
import { findMember, type MailSender } from './senders'

/** `by`: who wrote, as far as it is proven. A member may not write as their guest. */
type Named = { ticket: Ticket; allowed: boolean; by?: 'copy' | 'member' } | undefined

/** By the address's token, whose holder may write; otherwise by ids, which prove nothing by themselves. */
export async function ticketOf(
  { config, services }: ServerContext,
  { desk, ticket }: Recipient,
  letter: ReadLetter | undefined,
  { own }: MailSender,
): Promise<Named> {
  if (ticket) return { ticket, allowed: true }
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
 * Who wrote an answer to a notice, if they are to be told that it reached nobody: at most once an hour,
 * and never a program.
 */
export async function memberToTell(
  { services, now }: ServerContext,
  { desk, letter, sender }: Arrived,
): Promise<Member | undefined> {
  if (!letter?.answerable) return undefined
  const member = await findMember(services, desk.id, sender.email)
  const buckets = member && ownBuckets('unread', { account: `${desk.id} ${member.reader}` })
  const wait = buckets && (await services.rateLimits.consume(buckets, now()))
  return wait === 0 ? member : undefined
}
