import { z } from 'zod'
import { newId } from './ids'
import type { Language } from './languages'
import type { LiveBus } from './live'
import { excerpt, type Message, messageBody, type NewMessage } from './messages'
import { outcome, type TicketEvent, type TicketState } from './ticket-states'

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
  createdAt: Date
  updatedAt: Date
}

export type NewTicket = Omit<
  Ticket,
  'number' | 'lastSeq' | 'visitorSeenSeq' | 'ownerSeenSeq' | 'firstReplyAt' | 'updatedAt'
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
  /** How many of the desk's tickets are in each state, zeros included. */
  count(deskId: string): Promise<Record<TicketState, number>>
}

/** What a visitor fills in to begin. Name and e-mail are never required. */
export const visitorDetails = z.object({
  name: z.string().trim().max(80, 'errors.name.long').default(''),
  email: z
    .string()
    .trim()
    .max(254, 'errors.email.invalid')
    .default('')
    .refine((text) => text === '' || emailShape.test(text), 'errors.email.invalid'),
})

/** Loose on purpose: whether an address exists shows only when mail reaches it. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const titleLength = 80
export const latestLength = 140

/** How many messages a page shows and a stream sends in one piece. */
export const messagesPerPage = 200

interface Ports {
  tickets: TicketStore
  live: LiveBus
}

export interface Start {
  deskId: string
  startKey: string
  secretHash: string
  body: string
  locale: Language
  name: string
  email: string
  followUpOf?: string
}

/** Begins a ticket with a visitor's first message, once per `startKey` however often it is called. */
export async function startTicket({ tickets, live }: Ports, start: Start, now: Date) {
  const body = messageBody.parse(start.body)
  const started = await tickets.start(
    {
      id: newId(now),
      deskId: start.deskId,
      startKey: start.startKey,
      secretHash: start.secretHash,
      state: 'open',
      locale: start.locale,
      visitorName: start.name,
      visitorEmail: start.email,
      title: excerpt(body, titleLength),
      latest: excerpt(body, latestLength),
      waitingSince: now,
      followUpOf: start.followUpOf,
      createdAt: now,
    },
    message('visitor', 'text', start.startKey, body, start.locale, now),
  )
  if (started.kind === 'added') announce(live, started.ticket)
  return started
}

export interface Writing {
  clientKey: string
  body: string
  locale: Language
}

/** A visitor's further message. Refused when the ticket is closed: then a new one continues it. */
export function writeAsVisitor(ports: Ports, secretHash: string, writing: Writing, now: Date) {
  return append(ports, { secretHash }, 'visitor', 'text', writing, now, (ticket) =>
    change(ticket, 'visitor-writes', writing, now),
  )
}

/** The owner's answer to the visitor. */
export function replyAsOwner(
  ports: Ports,
  scope: { deskId: string; number: number },
  writing: Writing,
  now: Date,
) {
  return append(ports, scope, 'owner', 'text', writing, now, (ticket) => {
    const changed = change(ticket, 'owner-replies', writing, now)
    return changed && { ...changed, firstReplyAt: ticket.firstReplyAt ?? now }
  })
}

/** The owner's note to themselves: moves nothing, is never the ticket's newest line. */
export function noteAsOwner(
  ports: Ports,
  scope: { deskId: string; number: number },
  writing: Writing,
  now: Date,
) {
  return append(ports, scope, 'owner', 'note', writing, now, () => ({ updatedAt: now }))
}

/** Carries out a move of the state table for the owner. */
export async function moveTicket(
  { tickets, live }: Ports,
  scope: { deskId: string; number: number },
  event: Exclude<TicketEvent, 'visitor-writes' | 'owner-replies'>,
  now: Date,
) {
  const moved = await tickets.move(scope, (ticket) => stateChange(ticket, event, now))
  if (moved.kind === 'moved') announce(live, moved.ticket)
  return moved
}

/** Notes that a side has read up to `seq`, and tells the other side if that is news. */
export async function markSeen(
  { tickets, live }: Ports,
  scope: TicketScope,
  side: 'visitor' | 'owner',
  ticket: Ticket,
) {
  const seen = side === 'owner' ? ticket.ownerSeenSeq : ticket.visitorSeenSeq
  if (seen >= ticket.lastSeq) return
  if (await tickets.markSeen(scope, side, ticket.lastSeq)) announce(live, ticket)
}

function message(
  author: Message['author'],
  kind: Message['kind'],
  clientKey: string,
  body: string,
  locale: Language,
  now: Date,
): NewMessage {
  return { id: newId(now), clientKey, author, kind, body, locale, createdAt: now }
}

async function append(
  { tickets, live }: Ports,
  scope: TicketScope,
  author: Message['author'],
  kind: Message['kind'],
  writing: Writing,
  now: Date,
  decide: (ticket: Ticket) => TicketChange | undefined,
) {
  const body = messageBody.parse(writing.body)
  const draft = message(author, kind, writing.clientKey, body, writing.locale, now)
  const appended = await tickets.append(scope, draft, decide)
  if (appended.kind === 'added') announce(live, appended.ticket)
  return appended
}

function change(
  ticket: Ticket,
  event: 'visitor-writes' | 'owner-replies',
  writing: Writing,
  now: Date,
): TicketChange | undefined {
  const changed = stateChange(ticket, event, now)
  if (!changed) return undefined
  const locale = event === 'visitor-writes' ? writing.locale : ticket.locale
  return { ...changed, locale, latest: excerpt(messageBody.parse(writing.body), latestLength) }
}

/** `waitingSince` begins when the turn passes to the owner, and goes on while the visitor writes more. */
function stateChange(ticket: Ticket, event: TicketEvent, now: Date): TicketChange | undefined {
  const state = outcome(ticket.state, event)
  if (!state || state === 'follow-up') return undefined
  const waitingSince = state === 'open' ? (ticket.waitingSince ?? now) : undefined
  return { state, waitingSince, updatedAt: now }
}

function announce(live: LiveBus, { deskId, id, number }: Ticket) {
  const event = { kind: 'ticket', deskId, ticketId: id, number } as const
  live.publish(`desk:${deskId}`, event)
  live.publish(`ticket:${id}`, event)
}
