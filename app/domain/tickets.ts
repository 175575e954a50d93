import type { Language } from './languages'
import type { Message, NewMessage } from './messages'
import type { TicketState } from './ticket-states'

/** A chat is a ticket that is still warm: one thread from the first message to the rating. */
export interface Ticket {
  id: string
  deskId: string
  /** 1, 2, 3 … at the desk: what one says on the phone. */
  number: number
  /** The key of the form that began it, unique at the desk: beginning twice is beginning once. */
  startKey: string
  /** SHA-256 of the secret in the visitor's link, base64url. The secret itself is kept nowhere. */
  secretHash: string
  state: TicketState
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
  /** The closed ticket that this one continues. */
  followUpOf?: string
  /** The account that its visitor keeps it in, where the visitor has one and wants that. */
  keptBy?: string
  createdAt: Date
  updatedAt: Date
}

export type NewTicket = Omit<
  Ticket,
  'number' | 'lastSeq' | 'visitorSeenSeq' | 'ownerSeenSeq' | 'firstReplyAt' | 'keptBy' | 'updatedAt'
>

/** Who asks: the owner by the desk and the number, or a visitor by the secret. Both narrow the query itself. */
export type TicketScope = { deskId: string; number: number } | { secretHash: string }

/** What a message or a move changes; a field that is there with `undefined` is cleared. */
export type TicketChange = Partial<
  Pick<Ticket, 'state' | 'waitingSince' | 'firstReplyAt' | 'latest' | 'locale' | 'updatedAt'>
>

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
 * Tickets with their messages. What a promise of this port answers is committed and synced.
 * `decide` may run more than once and must be pure.
 */
export interface TicketStore {
  /**
   * Takes a ticket and its first message in one commit: `number` is the desk's next, `seq` is 1.
   * A `startKey` that the desk knows changes nothing: 'again' if the first message's words are the
   * same, else 'conflict'; both with the ticket that is there.
   */
  start(ticket: NewTicket, message: NewMessage): Promise<Extract<Appended, { ticket: Ticket }>>
  /**
   * Adds a message with the next `seq` and applies the change that `decide` makes of the ticket, in
   * one commit. A known `clientKey` is answered first, whatever the ticket's state has become since.
   * Two messages are the same if author, kind and body are.
   */
  append(
    scope: TicketScope,
    message: NewMessage,
    decide: (ticket: Ticket) => TicketChange | undefined,
  ): Promise<Appended>
  /** Applies the change that `decide` makes of the ticket, or refuses. */
  move(scope: TicketScope, decide: (ticket: Ticket) => TicketChange | undefined): Promise<Moved>
  find(scope: TicketScope): Promise<Ticket | undefined>
  /**
   * Messages with a `seq` above `after`, in order, at most `limit` (the first ones). A visitor's
   * scope never yields a note.
   */
  messages(scope: TicketScope, after: number, limit: number): Promise<Message[]>
  /** Notes how far a side has read; a lower seq than before changes nothing; true if it changed. */
  markSeen(scope: TicketScope, side: 'visitor' | 'owner', seq: number): Promise<boolean>
  /**
   * The desk's tickets in a state: open ones by `waitingSince`, longest first; others by
   * `updatedAt`, newest first. `after` is a page's `next`; an unknown one begins at the start.
   */
  list(deskId: string, state: TicketState, limit: number, after?: string): Promise<TicketPage>
  /** The desk's tickets with a number above `after`, in order, at most `limit`, whatever their state. */
  listAll(deskId: string, after: number, limit: number): Promise<Ticket[]>
  /** Keeps a visitor's ticket in an account, or takes it out with `undefined`; false if there is none. */
  keep(secretHash: string, uid: string | undefined): Promise<boolean>
  /** The tickets that an account keeps as a visitor, the last changed first. */
  listKept(uid: string, limit: number): Promise<Ticket[]>
  /** How many of the desk's tickets are in each state, zeros included. */
  count(deskId: string): Promise<Record<TicketState, number>>
}

/** How many messages a page shows and a stream sends in one piece. */
export const messagesPerPage = 200
