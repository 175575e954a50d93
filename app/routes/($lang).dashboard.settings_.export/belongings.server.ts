import type { Account, AccountStore } from '~/domain/accounts/accounts'
import type { UserRecord } from '~/domain/accounts/own-account'
import type { Session, SessionStore } from '~/domain/accounts/sessions'
import type { Desk, DeskStore } from '~/domain/desks/desks'
import { type ExportedMessage, exportMessages } from '~/domain/export/export'
import { type VisitorWord, visitorWord } from '~/domain/tickets/states'
import type { Ticket, TicketStore } from '~/domain/tickets/tickets'

/** How many tickets are read at a time. */
const pieceSize = 100

/** How many questions of one's own at most, the last changed ones. */
const mostQuestions = 1_000

/** A ticket as its desk's owner gets it: without what the visitor's link is made of. */
export type TakenTicket = Omit<Ticket, 'id' | 'deskId' | 'startKey' | 'secretHash' | 'keptBy'>

/** Each ticket with its messages, which are read while it is written. */
export type TakenTickets = AsyncIterable<{
  ticket: TakenTicket
  messages: AsyncIterable<ExportedMessage>
}>

/** A conversation at somebody's counter that the owner keeps in the account, as its visitor sees it. */
export type TakenQuestion = Pick<
  Ticket,
  'title' | 'locale' | 'visitorName' | 'visitorEmail' | 'ownerSeenSeq' | 'createdAt' | 'updatedAt'
> & { counter: string; state: VisitorWord }

export type TakenQuestions = AsyncIterable<{
  /** Opens its files; not to be taken along. */
  secretHash: string
  ticket: TakenQuestion
  messages: AsyncIterable<ExportedMessage>
}>

/** What is kept of an owner but for the tickets, without what opens anything. */
export interface Belongings {
  account: Session['user'] &
    Pick<Account, 'locale' | 'createdAt'> & {
      /** What the identity service keeps besides; missing while it cannot be asked. */
      identity?: Omit<UserRecord, 'user' | 'validSince'>
    }
  desk: Omit<Desk, 'ownerUid'>
  sessions: Pick<Session, 'device' | 'lastLoginAt' | 'provedAt' | 'lastSeenAt' | 'createdAt'>[]
}

/** Throws if there is no such account. */
export async function readBelongings(
  stores: { accounts: AccountStore; sessions: SessionStore },
  { user }: Session,
  { ownerUid: _, ...desk }: Desk,
  record: UserRecord | undefined,
): Promise<Belongings> {
  const account = await stores.accounts.find(user.uid)
  if (!account) throw new Error(`There is no account ${user.uid}`)
  const { locale, createdAt } = account
  const sessions = await stores.sessions.list(user.uid)
  return {
    account: { ...user, locale, createdAt, identity: record && identityIn(record) },
    desk,
    sessions: sessions.map(({ device, lastLoginAt, provedAt, lastSeenAt, createdAt }) => {
      return { device, lastLoginAt, provedAt, lastSeenAt, createdAt }
    }),
  }
}

function identityIn({ user: _, validSince: __, ...kept }: UserRecord) {
  return kept
}

/** All tickets of a desk by their numbers, a page of the store at a time. */
export async function* readTickets(store: TicketStore, deskId: string): TakenTickets {
  let after = 0
  for (;;) {
    const tickets = await store.listAll(deskId, after, pieceSize)
    for (const ticket of tickets) {
      const { id: _, deskId: __, startKey: ___, secretHash: ____, keptBy: _____, ...taken } = ticket
      yield {
        ticket: taken,
        messages: exportMessages(store, { id: ticket.id, deskId, number: ticket.number }),
      }
      after = ticket.number
    }
    if (tickets.length < pieceSize) return
  }
}

/** What the account's owner asked at counters, the last changed first. No desk's notes are in it. */
export async function* readQuestions(
  { tickets, desks }: { tickets: TicketStore; desks: DeskStore },
  uid: string,
): TakenQuestions {
  for (const ticket of await tickets.listKept(uid, mostQuestions)) {
    const { title, locale, visitorName, visitorEmail, ownerSeenSeq } = ticket
    const { createdAt, updatedAt, secretHash } = ticket
    const counter = (await desks.findById(ticket.deskId))?.name ?? ''
    const state = visitorWord(ticket)
    const who = { visitorName, visitorEmail, ownerSeenSeq }
    yield {
      secretHash,
      ticket: { counter, title, state, locale, ...who, createdAt, updatedAt },
      messages: exportMessages(tickets, { secretHash }),
    }
  }
}
