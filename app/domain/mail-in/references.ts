import { isMemberPart, noticeOf } from '../outbox/mail-parts'
import { emailKey } from '../text/email'
import { readParties } from '../tickets/copies'
import type { Ticket } from '../tickets/tickets'
import type { Delivery, Received } from './arrival'
import type { MailIn } from './ports'
import type { Notice } from './recipients'

/**
 * The key of an incoming e-mail; undefined if the e-mail was received before. Message-IDs are chosen by
 * senders and need not be unique: a known ID with another digest gets a key of its own.
 */
export async function newMailKey(
  { ports: { tickets }, tokens }: MailIn,
  deskId: string,
  { letter, stored }: Received,
): Promise<string | undefined> {
  const { messageId = stored.hash, digest } = letter ?? {}
  const first = tokens.mailKey(deskId, messageId)
  const other = tokens.mailKey(deskId, `${messageId}\n${digest}`)
  if (await tickets.findMail(other)) return undefined
  const known = await tickets.findMail(first)
  if (!known) return first
  // What came before digests were kept is taken to be the same.
  return known.digest === undefined || known.digest === digest ? undefined : other
}

/** `by`: who wrote, as far as it is proven. A member may not write as their guest. */
type Named = { ticket: Ticket; allowed: boolean; by?: 'copy' | 'member' } | undefined

/**
 * By the address's token, whose holder may write; otherwise by the address of all in copy or by ids, which
 * prove nothing by themselves. Who has the address of all may write as one of them, as the guest's own
 * address may, too, as long as nothing proves it.
 */
export async function ticketOf(
  { ports: { tickets }, tokens }: MailIn,
  { desk, ticket, shared, notice, letter, sender: { own } }: Delivery,
): Promise<Named> {
  if (ticket) return { ticket, allowed: true }
  if (notice) return { ticket: notice.ticket, allowed: false, by: 'member' }
  if (!letter || (!shared && letter.references.length === 0)) return undefined
  const newestFirst = letter.references.toReversed()
  const ids = newestFirst.flatMap((id) => tokens.readMessageId(id) ?? [])
  const found = shared ?? (await findByReferences())
  if (!found || found.deskId !== desk.id) return undefined
  if (own && ids[0] && isMemberPart(ids[0].part)) {
    return { ticket: found, allowed: false, by: 'member' }
  }
  const sender = emailKey(letter.from.address)
  const isGuest = sender !== '' && sender === emailKey(found.visitorEmail)
  if (isGuest && (letter.proven || !shared)) return { ticket: found, allowed: letter.proven }
  if (!letter.proven && !shared) return { ticket: found, allowed: false }
  const { senders, copies } = await readParties(tickets, found)
  const isIn = (addresses: string[]) => addresses.some((each) => emailKey(each) === sender)
  if (isIn(senders) && letter.proven) return { ticket: found, allowed: true }
  // Whom the visitor has written to, too.
  if (isGuest || isIn(senders) || isIn(copies)) return { ticket: found, allowed: true, by: 'copy' }
  return { ticket: found, allowed: false, ...(own && { by: 'member' }) }

  async function findByReferences(): Promise<Ticket | undefined> {
    for (const id of new Set(ids.map(({ ticketId }) => ticketId))) {
      const ours = await tickets.findById(id)
      if (ours) return ours
    }
    return tickets.findByMail(newestFirst.map((id) => tokens.mailKey(desk.id, id)))
  }
}

/**
 * The notice that an e-mail from a member's address replies to: by its recipient's token, or by the
 * Message-ID of the newest e-mail that it names.
 */
export async function noticeFor(
  { ports: { tickets }, tokens }: MailIn,
  { desk, notice, letter, sender, team }: Delivery,
): Promise<Notice | undefined> {
  if (notice || !sender.own) return notice
  const named = tokens.readMessageId(letter?.references.at(-1) ?? '')
  const sent = named && noticeOf(named.part, desk.id)
  const ticket = sent && (await tickets.findById(named.ticketId))
  if (!ticket || ticket.deskId !== desk.id) return undefined
  const member = team.find(({ member }) => member.reader === sent.reader)?.member
  if (!member) return undefined
  // Without an answer since, the same turn is waiting.
  const isCurrent = ticket.waitingSince?.getTime() === sent.waitingSince
  const seen = isCurrent ? (ticket.answeredSeq ?? 0) : 0
  return { ticket, member, as: sent.as, seen }
}
