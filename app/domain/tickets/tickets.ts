import type { Language } from '../text/languages'
import type { Priority, TagCount, TicketFilter, TicketOrder } from './filters'
import type { NewHistoryEntry } from './history-entries'
import type { Message, NewMessage } from './messages'
import type { HoldReason } from './spam'
import type { TicketState } from './states'

/** A chat is a ticket that is still warm: one thread from the first message to the rating. */
export interface Ticket {
  id: string
  deskId: string
  /** 1, 2, 3 … at the desk: what one says on the phone. */
  number: number
  /** The hash of the key of the form that began it, unique at the desk: beginning twice is beginning once. */
  startKey: string
  /** SHA-256 of the secret in the visitor's link, base64url. The secret itself is kept nowhere. */
  secretHash: string
  state: TicketState
  priority: Priority
  /** As `tidyTags` makes them, in the owner's order. */
  tags: string[]
  /** The visitor's language at the last message. */
  locale: Language
  visitorName: string
  visitorEmail: string
  /** The beginning of the first message. */
  title: string
  /** The beginning of the newest message that is not a note. */
  latest: string
  lastSeq: number
  visitorSeenSeq: number
  ownerSeenSeq: number
  /** Since when it has been the owner's turn; only while it is. */
  waitingSince?: Date
  firstReplyAt?: Date
  /** When a snoozed ticket is open again; only while it is snoozed. */
  snoozedUntil?: Date
  /** When `runTimers` has something to do for it, as `timerAfter` decides. */
  timerAt?: Date
  /** When the visitor was reminded that it is their turn; only while it is. */
  remindedAt?: Date
  /** The closed ticket that this one continues. */
  followUpOf?: string
  /** The ticket that has this one's messages now. Whoever asks for this one gets that one. */
  mergedInto?: string
  /** Why it was taken for spam; until it is released or opened again. */
  heldFor?: HoldReason
  /** When its owner released it; until its visitor opens their link after that. */
  releasedAt?: Date
  /** The account that its visitor keeps it in, where the visitor has one and wants that. */
  keptBy?: string
  createdAt: Date
  updatedAt: Date
}

/** A ticket as it begins: of normal priority, without tags, and with nothing to wait for. */
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
  | 'title'
  | 'latest'
  | 'waitingSince'
  | 'followUpOf'
  | 'heldFor'
  | 'createdAt'
>

/** The owner's way to a ticket: the desk and the number. */
export interface OwnerScope {
  deskId: string
  number: number
}

/**
 * Who asks: the owner by the desk and the number, or a visitor by the secret. Both narrow the query
 * itself. The number and the secret of a ticket that was merged stand for the one it was merged into.
 */
export type TicketScope = OwnerScope | { secretHash: string }

/**
 * For what is read of a ticket that was found just now in the same scope: the id that it has spares a
 * store from looking it up again. A `Ticket` itself is its visitor's scope.
 */
export type FoundScope = TicketScope & Partial<Pick<Ticket, 'id'>>

/**
 * What a message or a move changes; a field that is there with `undefined` is cleared. `history` is
 * added to the ticket's history in the same commit.
 */
export type TicketChange = Partial<
  Pick<
    Ticket,
    | 'state'
    | 'priority'
    | 'tags'
    | 'waitingSince'
    | 'firstReplyAt'
    | 'snoozedUntil'
    | 'timerAt'
    | 'remindedAt'
    | 'heldFor'
    | 'releasedAt'
    | 'visitorName'
    | 'visitorEmail'
    | 'keptBy'
    | 'latest'
    | 'locale'
    | 'updatedAt'
  >
> & { history?: NewHistoryEntry[] }

export interface TicketPage {
  tickets: Ticket[]
  /** Where the next page begins, opaque; undefined at the end. */
  next?: string
}

/** What came of an append or a move that the store carried out or refused. */
export type Appended =
  /** Committed now. */
  | { kind: 'added'; ticket: Ticket; message: Message }
  /** This key was here before, with the same words: the message as it was taken then. */
  | { kind: 'again'; ticket: Ticket; message: Message }
  /** This key was here before, with other words. Nothing was changed. */
  | { kind: 'conflict'; ticket: Ticket }
  /** `decide` said no. Nothing was changed. */
  | { kind: 'refused'; ticket: Ticket }
  | { kind: 'unknown' }

export type Moved =
  | { kind: 'moved'; ticket: Ticket }
  | { kind: 'refused'; ticket: Ticket }
  | { kind: 'unknown' }

/**
 * Why two tickets stay two: they are one, one of them is merged already, one of them is held, or two
 * different visitors would read each other's words.
 */
export type MergeRefusal = 'itself' | 'merged' | 'held' | 'other-visitor'

export interface MergeChanges {
  source: TicketChange
  target: TicketChange
}

export type Merged =
  | { kind: 'merged'; source: Ticket; target: Ticket }
  /** It had been done before. */
  | { kind: 'again'; source: Ticket; target: Ticket }
  | { kind: 'refused'; reason: MergeRefusal }
  | { kind: 'unknown' }

/**
 * Tickets with their messages. What a promise of this port resolves with is committed and synced.
 * `decide` may run more than once and must be pure.
 */
export interface TicketStore {
  /**
   * Takes a ticket and its first message in one commit: `number` is the desk's next, `seq` is 1.
   * A `startKey` that the desk knows changes nothing: 'again' if the first message's words are the
   * same, else 'conflict'; both with the ticket that is there. The history begins with 'started',
   * and 'held' with the reason for a held one; that of the ticket which it continues gets
   * 'followed-up' with the new number.
   */
  start(ticket: NewTicket, message: NewMessage): Promise<Extract<Appended, { ticket: Ticket }>>
  /**
   * Adds a message with the next `seq` and applies the change that `decide` makes of the ticket, in
   * one commit. A known `clientKey` is answered first, whatever the ticket's state has become since.
   * Two messages are the same if author, kind and body are, and the files as they were sent. Files
   * that are held are the message's from this commit on; if one is held no longer (or another
   * message has it), nothing is changed and it rejects with AttachmentGone, as `start` does.
   */
  append(
    scope: TicketScope,
    message: NewMessage,
    decide: (ticket: Ticket) => TicketChange | undefined,
  ): Promise<Appended>
  /** Whether the ticket has a message with this key, whatever its words. */
  hasKey(scope: TicketScope, clientKey: string): Promise<boolean>
  /** Applies the change that `decide` makes of the ticket, or refuses. */
  move(scope: TicketScope, decide: (ticket: Ticket) => TicketChange | undefined): Promise<Moved>
  /**
   * Gives the source's messages to the target, in one commit: they keep their ids and times, get
   * the target's next seqs in their order and say which number they come from; a key that the
   * target has already is changed. A side that has read both has read all. `decide` gets both as they are, also where one is merged. What
   * was merged into the source is merged into the target from then on.
   */
  merge(
    deskId: string,
    numbers: { source: number; target: number },
    decide: (source: Ticket, target: Ticket) => MergeChanges | MergeRefusal | 'again',
  ): Promise<Merged>
  find(scope: TicketScope): Promise<Ticket | undefined>
  /**
   * Messages with a `seq` above `after`, in order, at most `limit` (the first ones). A visitor's
   * scope never yields a note.
   */
  messages(scope: FoundScope, after: number, limit: number): Promise<Message[]>
  /** Notes how far a side has read; a lower seq than before changes nothing; true if it changed. */
  markSeen(scope: FoundScope, side: 'visitor' | 'owner', seq: number): Promise<boolean>
  /**
   * The desk's tickets, those that were merged into others left out, sorted as `sortingOf` says and
   * then by id, in the same direction. `after` is a page's `next`; one
   * of another list, or none at all, begins at the start.
   */
  list(
    deskId: string,
    filter: TicketFilter & { order?: TicketOrder },
    limit: number,
    after?: string,
  ): Promise<TicketPage>
  /**
   * The desk's tickets with a number above `after`, in order, at most `limit`, whatever their state;
   * those that were merged into others are left out.
   */
  listAll(deskId: string, after: number, limit: number): Promise<Ticket[]>
  /** Keeps a visitor's ticket in an account, or takes it out with `undefined`; false if there is none. */
  keep(secretHash: string, uid: string | undefined): Promise<boolean>
  /** The tickets that an account keeps as a visitor, the last changed first. */
  listKept(uid: string, limit: number): Promise<Ticket[]>
  /** How many of the desk's tickets are in each state, zeros included, merged ones left out. */
  count(deskId: string): Promise<Record<TicketState, number>>
  /**
   * The tags of the desk's tickets, as `tagKey` sorts; of several spellings the one that sorts
   * first. Those of held and merged tickets are not counted.
   */
  tags(deskId: string): Promise<TagCount[]>
}

/** How many messages a page shows and a stream sends in one piece. */
export const messagesPerPage = 200
