/**
 * What a mail about a ticket is for:
 * - owner-news: something new waits at the desk.
 * - visitor-answer: the desk has answered a visitor who was gone.
 * - visitor-reminder: a conversation that waits for the visitor will be ended soon.
 * - visitor-rating: a conversation is solved, and its visitor is asked how it was.
 */
export const ticketMailKinds = [
  'owner-news',
  'visitor-answer',
  'visitor-reminder',
  'visitor-rating',
] as const

export type TicketMailKind = (typeof ticketMailKinds)[number]

/**
 * What a mail about an order is for:
 * - order-received: an order has come in, with all that the law wants to be kept by the customer.
 * - order-paid: its payment has come in, with the invoice.
 * - order-sent: its goods are on their way.
 * - order-closed: it was cancelled or has expired.
 * - order-refunded: money goes back.
 */
export type OrderMailKind =
  | 'order-received'
  | 'order-paid'
  | 'order-sent'
  | 'order-closed'
  | 'order-refunded'

/**
 * What a mail about a customer's declaration is for:
 * - declaration-received: the customer's receipt.
 * - declaration-copy: tells the operator, where there is no desk that could.
 */
export type DeclarationMailKind = 'declaration-received' | 'declaration-copy'

/** Tells a desk's owner what visitors think; its record is the desk. */
export type FeedbackMailKind = 'feedback-given'

/**
 * What a mail about the end of what was paid for a desk is for:
 * - plan-ending: it ends within a week.
 * - plan-ended: it has ended and holds for its grace.
 */
export type PlanMailKind = 'plan-ending' | 'plan-ended'

/** Tells the owner of the site's desk of an order. */
export type OrderNewsKind = 'order-news'

export type RecordMailKind =
  | OrderMailKind
  | OrderNewsKind
  | DeclarationMailKind
  | FeedbackMailKind
  | PlanMailKind

/** The kinds of which several mails of a desk can be told in one. */
export type JoinedMailKind = TicketMailKind | OrderNewsKind

/**
 * due: to be looked at when its time comes · claimed: a process is about to send it · handed-over:
 * it is leaving us · sent · joined: told by another mail · dropped: nobody needs it any more ·
 * uncertain: it left us and nobody knows what became of it · failed.
 */
export type MailState =
  | 'due'
  | 'claimed'
  | 'handed-over'
  | 'sent'
  | 'joined'
  | 'dropped'
  | 'uncertain'
  | 'failed'

/**
 * A reason to write to somebody. It holds no words and no address: what is written is read when it is
 * sent, so that nothing is mailed that has been read or erased in the meantime.
 */
interface Reason {
  /** Says the reason; there is one mail for it at most, ever. */
  key: string
  state: MailState
  /** The key of the mail that tells it too; only of those that are joined. */
  joinedTo?: string
  /** When it is to be looked at next; of a claimed or handed-over one, when its sender counts as dead. */
  dueAt?: Date
  /** How often it was tried. */
  tries: number
  /** Names the try that holds it. */
  attempt?: string
  /** The code of the last failure, or why it may not leave (yet). */
  problem?: string
  createdAt: Date
  updatedAt: Date
}

export interface TicketMail extends Reason {
  kind: TicketMailKind
  deskId: string
  ticketId: string
  /** The ticket's number at the desk. */
  number: number
  /** The newest message that it tells of. */
  seq: number
}

export interface RecordMail extends Reason {
  kind: RecordMailKind
  /** The record that it tells of, by its id. */
  recordId: string
  /** The desk whose owner it tells; only of an order's news. */
  deskId?: string
}

export type Mail = TicketMail | RecordMail

export type NewTicketMail = Pick<
  TicketMail,
  'key' | 'kind' | 'deskId' | 'ticketId' | 'number' | 'seq'
> & { dueAt: Date }

export type NewRecordMail = Pick<RecordMail, 'key' | 'kind' | 'recordId' | 'deskId'> & {
  dueAt: Date
}

export type NewMail = NewTicketMail | NewRecordMail

export type MailChange = Partial<
  Pick<Reason, 'state' | 'joinedTo' | 'dueAt' | 'tries' | 'attempt' | 'problem'> & { seq: number }
>

/** The outbox. What a promise resolves with is committed and synced. A mail about a ticket goes when that or its desk goes. */
export interface MailStore {
  /** Adds those whose key was never there and whose ticket, if they have one, is; returns how many those were. */
  add(mails: NewMail[], now: Date): Promise<number>
  /** Those whose time has come, the longest due first, at most `limit`. */
  listDue(now: Date, limit: number): Promise<Mail[]>
  /**
   * Applies the change that `decide` makes of the mail; returns it as it is then. Undefined if
   * `decide` said no or there is no such mail. `decide` may run more than once and must be pure; a
   * field that is there with `undefined` is cleared.
   */
  change(
    key: string,
    now: Date,
    decide: (mail: Mail) => MailChange | undefined,
  ): Promise<Mail | undefined>
  /** The desk's mails of a kind that are due by `before`, the longest due first, at most `limit`. */
  listWaiting(deskId: string, kind: JoinedMailKind, before: Date, limit: number): Promise<Mail[]>
  /** Joins those of the desk's mails with these keys that are due to the one with the key `to`, in one commit. */
  join(deskId: string, keys: string[], to: string, now: Date): Promise<void>
  /** The mails that are told by the one with this key. */
  listJoined(deskId: string, to: string): Promise<Mail[]>
  /** When the desk's mails of a kind left since `since`, the earliest first: sent and uncertain ones. */
  departures(deskId: string, kind: JoinedMailKind, since: Date): Promise<Date[]>
  /** The ticket's mail of a kind that was added last. */
  findLatest(ticketId: string, kind: TicketMailKind): Promise<TicketMail | undefined>
  /** The highest `seq` of a ticket's mails of a kind that left; 0 if none did. */
  lastToldSeq(ticketId: string, kind: TicketMailKind): Promise<number>
  /** The desk's failed and uncertain mails since `since`, the last first, at most `limit`. */
  listTroubled(deskId: string, since: Date, limit: number): Promise<TicketMail[]>
  /** The mails about a record, the earliest first, at most `limit`. */
  listByRecord(recordId: string, limit: number): Promise<RecordMail[]>
  /** Stops mails to a ticket's visitor, or lets them come again, in the conversation that this one continues too. */
  setStopped(ticketId: string, stopped: boolean, now: Date): Promise<void>
  /** Whether the ticket's visitor, here or in the conversation that this one continues, wants no mails. */
  isStopped(ticketId: string): Promise<boolean>
}

/** Milliseconds until the next try, by how many there were: two days in all, then it has failed. */
const patience = [1, 5, 15, 60, ...Array(11).fill(240)].map((minutes) => minutes * 60_000)

/** When to try again after so many tries; undefined when it was enough. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const wait = patience[tries - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** A sender that has not finished after this long (milliseconds) is dead. */
export const longestTry = 5 * 60_000
