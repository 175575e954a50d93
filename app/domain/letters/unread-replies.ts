import type { Desk } from '../desks/desks'
import type { TicketMail } from '../outbox/mails'
import { newestMail } from '../tickets/newest-mail'
import type { DecisionPorts } from './decision-ports'
import type { Decision } from './mail-content'
import { findRecipient } from './recipients'

/**
 * To a member whose answer to a notice is a note, or a held ticket of its own; of that not once it is
 * released.
 */
export async function decideReplyUnread(
  { accounts, members, tickets }: Pick<DecisionPorts, 'accounts' | 'members' | 'tickets'>,
  { deskId, ticketId, number, reader, seq }: TicketMail,
  desk: Desk,
): Promise<Decision> {
  const kept = await tickets.find({ deskId, number })
  const recipient = await findRecipient({ accounts, members }, deskId, reader)
  if (kept?.id !== ticketId || !recipient) return { kind: 'drop' }
  const messages = await tickets.messages({ id: kept.id, deskId, number }, seq - 1, 1)
  const why = messages[0]?.mail?.unsent
  const repliesTo = why ? messages[0]?.mail : newestMail(messages)
  const answered = kept.heldFor === 'notice' ? repliesTo?.answers : undefined
  const ticket = why ? kept : answered && (await tickets.find({ deskId, number: answered }))
  if (!ticket) return { kind: 'drop' }
  const { account } = recipient
  const content = { kind: 'reply-unread', account, desk, kept, ticket, why, repliesTo } as const
  return { kind: 'send', content, seq, join: [] }
}
