import type { Member } from '../desks/members'
import type { Mail, TicketMail } from '../outbox/mails'
import { readUpTo } from '../tickets/reading'
import type { Ticket } from '../tickets/tickets'
import { later } from '../tickets/timer-rules'
import { mostMessages } from './answers'
import type { DecisionPorts } from './decision-ports'
import type { News } from './mail-content'

/** Lines of a ticket's history that are looked at. */
const mostEntries = 50

/** Milliseconds before a ticket is given in which a note of the giver's is about that. */
const freshFor = 3_600_000

/**
 * Undefined once they have read it, and where it is no longer theirs. The messages that wait for an answer, or else
 * the guest's last one; then the giver's fresh notes, and those that name the member, whose e-mails are `mentions`.
 */
export async function readGiven(
  { tickets, ticketHistory }: Pick<DecisionPorts, 'tickets' | 'ticketHistory'>,
  about: { mail: TicketMail; ticket: Ticket; member: Member; mentions: readonly Mail[] },
): Promise<News | undefined> {
  const { mail, ticket, member, mentions } = about
  const { id, deskId, number, assignee, state, lastSeq } = ticket
  if (assignee !== member.uid || state === 'held' || readUpTo(ticket, member) >= mail.seq) {
    return undefined
  }
  const entries = await ticketHistory.entries(ticket, mostEntries)
  const given = entries.findLast(({ kind, detail }) => kind === 'assigned' && detail === member.uid)
  const scope = { id, deskId, number }
  const said = await tickets.messages(scope, Math.max(0, lastSeq - mostMessages), mostMessages)
  const texts = said.filter(({ kind }) => kind === 'text')
  const waiting = texts.slice(texts.findLastIndex(({ author }) => author === 'owner') + 1)
  const last = texts.findLast(({ author }) => author === 'visitor') ?? texts.at(-1)
  const naming = mentions.flatMap((each) =>
    'ticketId' in each && each.ticketId === id ? [each.seq] : [],
  )
  const since = given && later(given.at, -freshFor)
  const notes = said.filter(({ kind, seq, byUid, createdAt }) => {
    if (kind !== 'note') return false
    return naming.includes(seq) || (since && byUid === given.byUid && createdAt >= since)
  })
  const guests = waiting.length > 0 || !last ? waiting : [last]
  const messages = [...guests, ...notes]
  return messages.length > 0 ? { mail, ticket, messages, givenBy: given?.byUid } : undefined
}
