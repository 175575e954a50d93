import type { AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import type { MemberStore } from '../desks/members'
import type { FeedbackStore } from '../feedback/feedback'
import type { RateLimitStore } from '../limits/rate-limits'
import type { PresenceStore } from '../live/presence'
import type { MailAliasStore } from '../mail-in/aliases'
import type { MailStore, TicketMail } from '../outbox/mails'
import type { TicketHistory } from '../tickets/history'
import type { Message } from '../tickets/messages'
import type { Ticket, TicketStore } from '../tickets/tickets'
import type { Decision } from './mail-content'
import type { RecordPorts } from './record-content'

export interface DecisionPorts extends RecordPorts {
  accounts: AccountStore
  rateLimits: RateLimitStore
  desks: DeskStore
  members: MemberStore
  mailAliases: MailAliasStore
  tickets: TicketStore
  ticketHistory: TicketHistory
  feedback: FeedbackStore
  mails: MailStore
  presence: PresenceStore
}

/** What a letter to a visitor is about. */
export interface About {
  ticket: Ticket
  desk: Desk
  /** Its last messages, read once. */
  recent(): Promise<Message[]>
}

export type Decide = (
  ports: DecisionPorts,
  mail: TicketMail,
  about: About,
  now: Date,
) => Promise<Decision>
