import type { Desk } from '../desks/desks'
import type { TicketMail } from '../outbox/mails'
import { newestMail } from '../tickets/newest-mail'
import type { DecisionPorts } from './decision-ports'
import type { Decision } from './mail-content'
import { findRecipient } from './recipients'

/** To a member whose answer to a notice became a held ticket of its own; not once it is released. */
export async function decideReplyUnread(
  { accounts, members, tickets }: Pick<DecisionPorts, 'accounts' | 'members' | 'tickets'>,
  { deskId, ticketId, number, reader, seq }: TicketMail,
  desk: Desk,
): Promise<Decision> {
  const held = await tickets.find({ deskId, number })
  const recipient = await findRecipient({ accounts, members }, deskId, reader)
  if (held?.id !== ticketId || held.heldFor !== 'notice' || !recipient) return { kind: 'drop' }
  const repliesTo = newestMail(await tickets.messages(held, 0, 1))
  const answered = repliesTo?.answers
  const ticket = answered && (await tickets.find({ deskId, number: answered }))
  if (!ticket) return { kind: 'drop' }
  const { account } = recipient
  const content = { kind: 'reply-unread', account, desk, held, ticket, repliesTo } as const
  return { kind: 'send', content, seq, join: [] }
}
