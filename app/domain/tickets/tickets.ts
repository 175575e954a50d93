import type { NewTicketMail, TicketMail } from '../outbox/mails'
import type { Language } from '../text/languages'
import type { AssignedCounts, Priority, TagCount, TicketFilter, TicketOrder } from './filters'
import type { NewHistoryEntry } from './history-entries'
import type { MessageMail } from './message-mail'
import type { Message, NewMessage } from './messages'
import type { FoundScope, Reader, TicketScope } from './scopes'
import type { HoldReason } from './spam'
import type { BeforeBlock, TicketState } from './states'
import type { TakenBack } from './taken-back'

/** A chat is a ticket too: one thread from the first message to the rating. */
export interface Ticket {
  id: string
  deskId: string
  /** 1, 2, 3 … at the desk; what people say on the phone. */
  number: number
  /** Hash of its first form's key, unique at the desk, for idempotency. */
  startKey: string
  /** SHA-256 of the secret in the visitor's link, base64url; the secret itself is not stored. */
  secretHash: string
  state: TicketState
  priority: Priority
  tags: string[]
  /** That of the visitor's page at their last message. */
  locale: Language
  /** In which the desk writes to them, if a member has chosen another. */
  answerLocale?: Language
  visitorName: string
  visitorEmail: string
  /** The name of the desk's address that they wrote to, from which answers come; of an e-mail alone. */
  writtenTo?: string
  title: string
  /** That of the e-mail or declaration it began with, as `title` has it; undefined for a chat. */
  subject?: string
  /** The beginning of the newest message that is not a note, and the member who wrote it, where known. */
  latest: string
  latestBy?: string
  lastSeq: number
  visitorSeenSeq: number
  visitorSeenAt?: Date
  /** The last message that any member has read. */
  ownerSeenSeq: number
  /** The last message that each member has read, by `reader`; see `readUpTo`. Older tickets have none. */
  seenBy?: Record<string, number>
  /** When the last message was written that is news; undefined as `seenBy`. */
  lastAt?: Date
  /** Set only while it is the owner's turn. */
  waitingSince?: Date
  firstReplyAt?: Date
  /** The last answer since members exist, and the `reader` who wrote it. */
  answeredSeq?: number
  answeredBy?: string
  snoozedUntil?: Date
  /** The `reader` of each member who has looked at it since it is back from a snooze. */
  wokenSeenBy?: string[]
  /** When `runTimers` is due, from `timerAfter`. */
  timerAt?: Date
  /** Set only while it is the visitor's turn. */
  remindedAt?: Date
  /** The closed ticket that this one continues. */
  followUpOf?: string
  /** The ticket that has its messages now; scopes of this one resolve to it. */
  mergedInto?: string
  heldFor?: HoldReason
  /** Until its visitor has written since the block. */
  beforeBlock?: BeforeBlock
  /** When its owner released it; until its visitor returns. */
  releasedAt?: Date
  /** The member whose it is; undefined for nobody's. */
  assignee?: string
  /** The visitor's account that it is saved to. */
  keptBy?: string
  takenBack?: TakenBack
  /** When a merge or a split last changed which messages are in it, and their places. */
  rearrangedAt?: Date
  createdAt: Date
  updatedAt: Date
}

/** `firstReplyAt`, `timerAt`, `assignee` only where the desk writes first. */
export type NewTicket = Pick<
  Ticket,
  | 'id'
  | 'deskId'
  | 'startKey'
  | 'secretHash'
  | 'state'
  | 'locale'
  | 'visitorName'
  | 'visitorEmail'
  | 'writtenTo'
  | 'title'
  | 'subject'
  | 'latest'
  | 'waitingSince'
  | 'firstReplyAt'
  | 'timerAt'
  | 'assignee'
  | 'createdAt'
> &
  Partial<Pick<Ticket, 'tags' | 'priority' | 'latestBy' | 'seenBy' | 'followUpOf' | 'heldFor'>>

/** A field that is `undefined` is cleared. `history` and `mails` are added in the same commit. */
export type TicketChange = Partial<
  Omit<
    Ticket,
    | 'id'
    | 'deskId'
    | 'number'
    | 'startKey'
    | 'secretHash'
    | 'title'
    | 'subject'
    | 'lastSeq'
    | 'visitorSeenAt'
    | 'followUpOf'
    | 'mergedInto'
    | 'createdAt'
  >
> & { history?: NewHistoryEntry[]; mails?: NewTicketMail[] }

/** The fields of a ticket in a list. */
export const lineFields = [
  ...(['id', 'number', 'state', 'priority', 'title', 'subject', 'createdAt', 'updatedAt'] as const),
  ...(['visitorName', 'visitorEmail', 'locale', 'assignee', 'waitingSince'] as const),
  ...(['tags', 'latest', 'lastSeq', 'visitorSeenSeq', 'ownerSeenSeq', 'seenBy', 'lastAt'] as const),
  ...(['snoozedUntil', 'wokenSeenBy', 'latestBy'] as const),
] as const

export type TicketLine = Pick<Ticket, (typeof lineFields)[number]>

export interface TicketPage {
  tickets: TicketLine[]
  /** Opaque; undefined at the end. */
  next?: string
}

export type Appended =
  | { kind: 'added'; ticket: Ticket; message: Message }
  /** A known key with the same content: the message as first stored. */
  | { kind: 'again'; ticket: Ticket; message: Message }
  /** A known key with other content; nothing changed. */
  | { kind: 'conflict'; ticket: Ticket }
  /** `decide` refused; nothing changed. */
  | { kind: 'refused'; ticket: Ticket }
  | { kind: 'unknown' }

export type Moved =
  | { kind: 'moved'; ticket: Ticket }
  /** The same form has moved it already; nothing changed. */
  | { kind: 'again'; ticket: Ticket }
  | { kind: 'refused'; ticket: Ticket }
  | { kind: 'unknown' }

/** other-visitor: two who would read each other; other-account: different accounts have saved the two. */
export type MergeRefusal = 'itself' | 'merged' | 'held' | 'other-visitor' | 'other-account'

export type MergeChanges = Record<'source' | 'target', TicketChange>
export type Merged =
  | { kind: 'merged'; source: Ticket; target: Ticket }
  | { kind: 'again'; source: Ticket; target: Ticket }
  | { kind: 'refused'; reason: MergeRefusal }
  | { kind: 'unknown' }

type DecideChange = (ticket: Ticket) => TicketChange | undefined

/** Promises resolve after commit and sync. `decide` must be pure and may run more than once. */
export interface TicketStore {
  /**
   * Stores a ticket with the desk's next `number` and its first message as `seq` 1 in one commit. A
   * known `startKey` changes nothing and returns the existing ticket: 'again' for the same first
   * message, otherwise 'conflict'. History begins with 'started', and 'held' with the reason; a
   * continued ticket's gets 'followed-up' with the new number. `mailsOf` gives this commit's e-mails.
   */
  start(
    ticket: NewTicket,
    message: NewMessage,
    mailsOf?: (ticket: Ticket) => NewTicketMail[],
  ): Promise<Extract<Appended, { ticket: Ticket }>>
  /**
   * Adds a message with the next `seq`, and the change from `decide`, in one commit. A known
   * `clientKey` is checked first, whatever the state is now; the same means author, kind, body and
   * files. Held files become the message's; if one is held no longer or taken, nothing changes and
   * it rejects with AttachmentGone, as `start` does. An `assignee` who is no member is refused.
   */
  append(scope: TicketScope, message: NewMessage, decide: DecideChange): Promise<Appended>
  /** The message that a form with this key has sent. */
  findByKey(scope: TicketScope, clientKey: string): Promise<Message | undefined>
  /** A `form` that is known from the ticket's last 200 lines of history is checked first. */
  move(scope: TicketScope, decide: DecideChange, form?: string): Promise<Moved>
  /**
   * Moves the source's messages to the target in one commit: ids and times stay, `seq` continues,
   * the old number is kept, a duplicate key is changed. A side that has read both has read all.
   * `decide` gets both even where one is merged, and the e-mails about the source's answers, of which
   * those that have not left are dropped. Tickets merged into the source follow it.
   */
  merge(
    deskId: string,
    numbers: { source: number; target: number },
    decide: (
      source: Ticket,
      target: Ticket,
      answerMails: readonly TicketMail[],
    ) => MergeChanges | MergeRefusal | 'again',
  ): Promise<Merged>
  find(scope: TicketScope): Promise<Ticket | undefined>
  /** For an id that only our own MAC gives away; a merged ticket's is the one it was merged into. */
  findById(id: string): Promise<Ticket | undefined>
  /** With a message that has one of these `mail` keys, which `start` and `append` keep unique. */
  findByMail(keys: readonly string[]): Promise<Ticket | undefined>
  /** What the message with this `mail` key has of its e-mail. */
  findMail(key: string): Promise<MessageMail | undefined>
  /** The first `limit` messages with `seq` above `after`, in order; never notes for a visitor, who sees where some were split off. */
  messages(scope: FoundScope, after: number, limit: number): Promise<Message[]>
  /** `seq` never goes back; returns whether it changed. `at`: when the visitor saw it. */
  markSeen(scope: FoundScope, by: Reader, seq: number, at?: Date): Promise<boolean>
  /** Unmerged, by `sortingOf`, then id. An `after` of another list starts at the beginning. */
  list(
    deskId: string,
    filter: TicketFilter & { order?: TicketOrder },
    limit: number,
    after?: string,
  ): Promise<TicketPage>
  /** Unmerged ones with this address, by `emailKey`, none held, last changed first. */
  listOfVisitor(deskId: string, email: string, limit: number): Promise<Ticket[]>
  /** The first `limit` unmerged tickets of any state with a number above `after`, in order. */
  listAll(deskId: string, after: number, limit: number): Promise<Ticket[]>
  /** Saves a visitor's ticket to an account, or removes it (`undefined`); false for none. */
  keep(secretHash: string, uid: string | undefined): Promise<boolean>
  /** Saved by the account as a visitor, last changed first. */
  listKept(uid: string, limit: number): Promise<Ticket[]>
  countAssigned(deskId: string): Promise<AssignedCounts>
  /** Includes zeros; merged ones are not counted. */
  count(deskId: string): Promise<Record<TicketState, number>>
  /** By `tagKey`; of several spellings the first in order. Without held and merged tickets. */
  tags(deskId: string): Promise<TagCount[]>
}
