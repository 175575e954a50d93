import type { Account } from '../accounts/accounts'
import type { Desk } from '../desks/desks'
import type { TicketMail } from '../outbox/mails'
import type { Order } from '../shop/orders'
import type { Message } from '../tickets/messages'
import type { Ticket } from '../tickets/tickets'
import type { RecordOccasion } from './record-mails'

/** What a mail tells, to whom. */
export type Occasion =
  | { kind: 'owner-news'; account: Account; desk: Desk; news: News[] }
  | { kind: 'visitor-answer'; ticket: Ticket; desk: Desk; answers: Message[] }
  | { kind: 'visitor-reminder'; ticket: Ticket; desk: Desk; endsAt: Date }
  | { kind: 'visitor-rating'; ticket: Ticket; desk: Desk }
  | { kind: 'order-news'; account: Account; desk: Desk; orders: Order[] }
  | RecordOccasion

/** What a visitor wrote that the owner has not read. */
export interface News {
  mail: TicketMail
  ticket: Ticket
  messages: Message[]
}

/** What is to become of a mail whose time has come. */
export type Verdict =
  | { kind: 'drop'; problem?: string }
  | { kind: 'later'; at: Date; problem?: string }
  /** `join` are the keys of other mails that this one tells too. */
  | { kind: 'send'; occasion: Occasion; seq?: number; join: string[] }

/** Mails of a kind that a desk's owner gets in an hour; what is beyond comes after it, in one. */
export const mostNewsAnHour = 6

/** How many mails one joins at most. */
export const mostJoined = 1_000

export function postponed(at: Date): { kind: 'later'; at: Date } {
  return { kind: 'later', at }
}
