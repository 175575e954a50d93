/**
 * What a mail about a ticket is for:
 * - owner-news: something new waits at the desk.
 * - visitor-answer: the desk has answered a visitor who was gone.
 * - visitor-reminder: a conversation that waits for the visitor will be ended soon.
 * - visitor-rating: a conversation is solved, and its visitor is asked how it was.
 */
const ticketMailKinds = [
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

/** Its record is the desk. */
type FeedbackMailKind = 'feedback-given'

/**
 * What a mail about the end of what was paid for a desk is for:
 * - plan-ending: it ends within a week.
 * - plan-ended: it has ended and holds for its grace.
 */
export type PlanMailKind = 'plan-ending' | 'plan-ended'

export type OrderNewsKind = 'order-news'

export type RecordMailKind =
  | OrderMailKind
  | OrderNewsKind
  | DeclarationMailKind
  | FeedbackMailKind
  | PlanMailKind

/** Kinds that may share one e-mail. */
type JoinedMailKind = TicketMailKind | OrderNewsKind

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
 * A reason to write, without words or address: those are read when it is sent, so that nothing read
 * or erased meanwhile is sent.
 */
interface Reason {
  /** The reason; ever only one e-mail for it. */
  key: string
  state: MailState
  /** The key of the e-mail that covers a joined one. */
  joinedTo?: string
  /** The next check; for a claimed or handed-over one, when its sender counts as dead. */
  dueAt?: Date
  tries: number
  /** The try that holds it. */
  attempt?: string
  /** The last failure's code, or why it may not leave. */
  problem?: string
  createdAt: Date
  updatedAt: Date
}

export interface TicketMail extends Reason {
  kind: TicketMailKind
  deskId: string
  ticketId: string
  number: number
  /** The newest message that it covers. */
  seq: number
}

export interface RecordMail extends Reason {
  kind: RecordMailKind
  recordId: string
  /** For an order's news. */
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

/** Of mails that left, as far as we know. */
export const leftStates = ['sent', 'uncertain'] as const satisfies MailState[]

/** Of mails that their owner should know of. */
export const troubledStates = ['failed', 'uncertain'] as const satisfies MailState[]

/** Returns a mail as it comes into the outbox. */
export function beginMail(mail: NewMail, now: Date) {
  return { ...mail, state: 'due', tries: 0, createdAt: now, updatedAt: now } as const
}

/** Every promise resolves after commit and sync. A ticket's e-mails go with the ticket or desk. */
export interface MailStore {
  /** Adds those with a new key and an existing ticket, if any; returns how many. */
  add(mails: NewMail[], now: Date): Promise<number>
  /** Longest due first. */
  listDue(now: Date, limit: number): Promise<Mail[]>
  /**
   * Applies the change from `decide` and returns the e-mail; undefined if refused or unknown.
   * `decide` must be pure and may run more than once; a field that is `undefined` is cleared.
   */
  change(
    key: string,
    now: Date,
    decide: (mail: Mail) => MailChange | undefined,
  ): Promise<Mail | undefined>
  /** Due by `before`, longest due first. */
  listWaiting(deskId: string, kind: JoinedMailKind, before: Date, limit: number): Promise<Mail[]>
  /** Joins the desk's due ones of these keys to `to`, in one commit. */
  join(deskId: string, keys: string[], to: string, now: Date): Promise<void>
  listJoined(deskId: string, to: string): Promise<Mail[]>
  /** Sent and uncertain ones since `since`, earliest first. */
  departures(deskId: string, kind: JoinedMailKind, since: Date): Promise<Date[]>
  /** The last added. */
  findLatest(ticketId: string, kind: TicketMailKind): Promise<TicketMail | undefined>
  /** Of those that left; 0 for none. */
  lastToldSeq(ticketId: string, kind: TicketMailKind): Promise<number>
  /** Failed and uncertain ones since `since`, latest first. */
  listTroubled(deskId: string, since: Date, limit: number): Promise<TicketMail[]>
  /** Earliest first. */
  listByRecord(recordId: string, limit: number): Promise<RecordMail[]>
  /** Also for the conversation that this one continues. */
  setStopped(ticketId: string, stopped: boolean, now: Date): Promise<void>
  /** Also for the conversation that this one continues. */
  isStopped(ticketId: string): Promise<boolean>
}

/** Milliseconds by number of tries: two days in all, then failed. */
const patience = [1, 5, 15, 60, ...Array(11).fill(240)].map((minutes) => minutes * 60_000)

/** Undefined after the last try. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const wait = patience[tries - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** Milliseconds after which a sender counts as dead. */
export const longestTry = 5 * 60_000
