import type { AccountMailKind } from './account-mail-kinds'

export const ticketMailKinds = [
  'owner-news',
  'mention',
  'given',
  'reply-unread',
  'visitor-answer',
  'visitor-reminder',
  'visitor-rating',
  'visitor-released',
  'visitor-link',
  'visitor-receipt',
  'visitor-copy',
] as const

export type TicketMailKind = (typeof ticketMailKinds)[number]

export type NewsMailKind = 'owner-news' | 'mention' | 'given'

/** To one member, whom `reader` names. reply-unread: their answer to such an e-mail reached nobody. */
export type MemberMailKind = NewsMailKind | 'reply-unread'

export function isToMember(kind: TicketMailKind): kind is MemberMailKind {
  return ['owner-news', 'mention', 'given', 'reply-unread'].includes(kind)
}

/** order-received accepts the order, too, where nothing is to be confirmed first. */
export type OrderMailKind =
  | 'order-received'
  | 'order-accepted'
  | 'order-gone'
  | 'order-paid'
  | 'order-sent'
  | 'order-closed'
  | 'order-refunded'
  | 'order-link'

/** declaration-copy is for an operator without a desk. */
export type DeclarationMailKind = 'declaration-received' | 'declaration-copy'

/** plan-ending: within a week · plan-ended: in its grace. */
export type PlanMailKind = 'plan-ending' | 'plan-ended'

export type MailboxMailKind = 'mailbox-outage'

export type OrderNewsKind = 'order-news'
export type InvitationMailKind = 'invitation'

export type RecordMailKind =
  | OrderMailKind
  | OrderNewsKind
  | DeclarationMailKind
  | 'feedback-given'
  | PlanMailKind
  | MailboxMailKind
  | InvitationMailKind
  | AccountMailKind

export type JoinedMailKind = TicketMailKind | OrderNewsKind

/**
 * claimed: about to be sent · handed-over: leaving us · joined: covered by another · dropped: not
 * needed · uncertain: it may have arrived.
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

/** Without words or address, which are read when sent: nothing erased meanwhile leaks. */
interface Reason {
  /** The reason; ever only one e-mail for it. */
  key: string
  state: MailState
  /** Of the member to whom it goes, as `readerOfMail` has it. */
  reader?: string
  /** The key of the e-mail that covers a joined one. */
  joinedTo?: string
  /** The next check; for a claimed or handed-over one, when its sender counts as dead. */
  dueAt?: Date
  tries: number
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
  seq: number
}

export interface RecordMail extends Reason {
  kind: RecordMailKind
  recordId: string
  deskId?: string
}

export type Mail = TicketMail | RecordMail

export type NewTicketMail = Pick<
  TicketMail,
  'key' | 'kind' | 'deskId' | 'ticketId' | 'number' | 'seq' | 'reader'
> & { dueAt: Date }

export type NewRecordMail = Pick<RecordMail, 'key' | 'kind' | 'recordId' | 'deskId' | 'reader'> & {
  dueAt: Date
}

export type NewMail = NewTicketMail | NewRecordMail

export type MailChange = Partial<
  Pick<Reason, 'state' | 'joinedTo' | 'dueAt' | 'tries' | 'attempt' | 'problem'> & { seq: number }
>

export const leftStates = ['sent', 'uncertain'] as const satisfies MailState[]

/** States of an e-mail that has left or is about to be taken by the mail server. */
export const leavingStates = ['handed-over', ...leftStates] as const satisfies MailState[]

export const troubledStates = ['failed', 'uncertain'] as const satisfies MailState[]

/** A notice that was not needed, since a member had only notes to read, may be needed for the next message. */
export function mayBeAddedAgain({ kind, state }: Pick<Mail, 'kind' | 'state'>): boolean {
  return kind === 'owner-news' && state === 'dropped'
}

/** Of an answer's e-mail to the address at `index` of its copies. */
export function copyKey(ticketId: string, seq: number, index: number): string {
  return `visitor-copy ${ticketId} ${seq} ${index}`
}

/** Messages of a ticket by `seq`, both included, that came from one of this number, or are its own. */
export interface MergedAnswers {
  first: number
  last: number
  mergedFrom: number
}

export function mergedAnswersKey(
  ticketId: string,
  { first, last, mergedFrom }: MergedAnswers,
): string {
  return `visitor-answer ${ticketId} ${first} ${last} ${mergedFrom}`
}

/** Undefined for the e-mail about a ticket's newest own answers, whose key has the last of them alone. */
export function mergedAnswersOf({ key }: Pick<TicketMail, 'key'>): MergedAnswers | undefined {
  const [first, last, mergedFrom] = key.split(' ').slice(2).map(Number)
  if (first === undefined || last === undefined || mergedFrom === undefined) return undefined
  return { first, last, mergedFrom }
}

/** Where a message went, and the number of the ticket there. */
export type MessagePlace = Pick<TicketMail, 'ticketId' | 'number' | 'seq'>

/** Kinds that are about one message, and go with it where it is moved. */
export const messageMailKinds = ['visitor-copy', 'mention'] as const satisfies TicketMailKind[]

/** One that has not left goes where its message goes, as if it had been planned there. */
export function movedMail(mail: TicketMail, to: MessagePlace): TicketMail {
  if (mail.kind === 'mention') return { ...mail, ...to }
  const index = Number(mail.key.split(' ').at(-1))
  return { ...mail, ...to, key: copyKey(to.ticketId, to.seq, index) }
}

/** States of an e-mail that has not left yet. */
export const waitingStates = ['due', 'claimed'] as const satisfies MailState[]

/** States in which an e-mail about a message goes with it; what covers a joined one may be waiting. */
export const movableStates = [...waitingStates, 'joined'] as const satisfies MailState[]

export function beginMail(mail: NewMail, now: Date) {
  return { ...mail, state: 'due', tries: 0, createdAt: now, updatedAt: now } as const
}

/** Every promise resolves after commit and sync. A ticket's e-mails go with the ticket or desk. */
export interface MailStore {
  /** Adds those with a new key and an existing ticket, if any; returns how many. */
  add(mails: NewMail[], now: Date): Promise<number>
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
  /** Due by `before`, longest due first; those to one member. */
  listWaiting(
    deskId: string,
    kind: JoinedMailKind,
    before: Date,
    limit: number,
    reader?: string,
  ): Promise<Mail[]>
  /** Joins the desk's due ones of these keys to `to`; many in several commits. */
  join(deskId: string, keys: string[], to: string, now: Date): Promise<void>
  listJoined(deskId: string, to: string): Promise<Mail[]>
  /** Sent and uncertain ones to one member since `since`, earliest first. */
  departures(deskId: string, kind: JoinedMailKind, since: Date, reader?: string): Promise<Date[]>
  findLatest(ticketId: string, kind: TicketMailKind): Promise<TicketMail | undefined>
  /** Of those that left; 0 for none. */
  lastNotifiedSeq(ticketId: string, kind: TicketMailKind): Promise<number>
  /** How many of these kinds have left for these tickets, at most `mostCounted`, since `since`. */
  countLeft(
    ticketIds: readonly string[],
    kinds: readonly TicketMailKind[],
    since: Date,
  ): Promise<number>
  /** Failed and uncertain ones since `since`, latest first. */
  listTroubled(deskId: string, since: Date, limit: number): Promise<TicketMail[]>
  listByRecord(recordId: string, limit: number): Promise<RecordMail[]>
  /** As what follows, also for the conversation that this one continues. */
  setStopped(ticketId: string, stopped: boolean, now: Date): Promise<void>
  isStopped(ticketId: string): Promise<boolean>
  setCopyStopped(ticketId: string, address: string, stopped: boolean): Promise<void>
  /** Those in copy who want no e-mails, by `emailKey`; undefined for an unknown ticket. */
  copyStops(ticketId: string): Promise<string[] | undefined>
}

/** Milliseconds for reading on the page before an e-mail is sent. */
export const holdBack = 2 * 60_000

/** Tickets whose e-mails are counted at once. */
export const mostCounted = 30

/** Milliseconds by number of tries: two days in all, then failed. */
const retrySchedule = [1, 5, 15, 60, ...Array(11).fill(240)].map((minutes) => minutes * 60_000)

/** Undefined after the last try. */
export function nextTry(tries: number, now: Date): Date | undefined {
  const wait = retrySchedule[tries - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** Milliseconds after which a sender counts as dead. */
export const longestTry = 5 * 60_000
