import type { Account } from '../accounts/accounts'
import type { Desk } from '../desks/desks'
import type { NewsMailKind, TicketMail } from '../outbox/mails'
import type { Withdrawal } from '../shop/order-withdrawal'
import type { Order } from '../shop/orders'
import type { MessageMail, Unsent } from '../tickets/message-mail'
import type { Message } from '../tickets/messages'
import type { Ticket } from '../tickets/tickets'
import type { RecordContent } from './record-content'

export type MailContent =
  | { kind: NewsMailKind; account: Account; reader: string; desk: Desk; news: News[] }
  /** `kept`: the ticket that has the reply, of its own or as a note of `ticket`. */
  | ({ kind: 'reply-unread'; account: Account; kept: Ticket; why?: Unsent } & Reply)
  | ({ kind: 'visitor-answer'; answers: Message[] } & Answer)
  | { kind: 'visitor-reminder'; ticket: Ticket; desk: Desk; endsAt: Date }
  | { kind: 'visitor-rating'; ticket: Ticket; desk: Desk }
  | { kind: 'visitor-released'; ticket: Ticket; desk: Desk }
  | { kind: 'visitor-link'; ticket: Ticket; desk: Desk }
  | ({ kind: 'visitor-receipt' } & Reply)
  /** `byVisitor`: they put this address in copy themselves. `alone`: the visitor gets no letter. */
  | ({
      kind: 'visitor-copy'
      answer: Message
      to: string
      byVisitor: boolean
      alone: boolean
    } & Answer)
  | { kind: 'order-news'; account: Account; desk: Desk; orders: Order[] }
  | RecordContent

interface Reply {
  ticket: Ticket
  desk: Desk
  /** The visitor's own newest e-mail, in whose thread it belongs. */
  repliesTo?: MessageMail
}

interface Answer extends Reply {
  /** What the visitor wrote last before it. */
  asked?: Message
  /** All in copy, without those who have stopped that. */
  copies: string[]
  /** Of its writer, or the desk. */
  signature?: string
}

export interface News {
  mail: TicketMail
  ticket: Ticket
  messages: Message[]
  /** A colleague's newest answer that the member has not read, to what came before the messages. */
  answer?: Message
  /** Orders of the site's own desk that the ticket withdraws from. */
  withdrawals?: Withdrawal[]
  /** The account of the colleague who gave the ticket. */
  givenBy?: string
}

export type Decision =
  | { kind: 'drop'; problem?: string }
  | { kind: 'later'; at: Date; problem?: string }
  /** `join`: keys of e-mails that this one covers. */
  | { kind: 'send'; content: MailContent; seq?: number; join: string[] }

/** E-mails of a kind per member and desk; the rest follows in one. */
export const mostNewsAnHour = 6

export const mostJoined = 1_000

export function postponed(at: Date): { kind: 'later'; at: Date } {
  return { kind: 'later', at }
}
