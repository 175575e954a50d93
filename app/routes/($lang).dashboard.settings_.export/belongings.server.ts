import type { Account, AccountStore } from '~/domain/accounts'
import type { Desk } from '~/domain/desks'
import type { Message } from '~/domain/messages'
import type { Session, SessionStore } from '~/domain/sessions'
import type { Ticket, TicketStore } from '~/domain/tickets'

/** How many tickets, and how many messages of one, are read at a time. */
const pieceSize = 100

/** A ticket as its desk's owner gets it: without what the visitor's link is made of. */
export type TakenTicket = Omit<Ticket, 'id' | 'deskId' | 'startKey' | 'secretHash'>
export type TakenMessage = Omit<Message, 'id' | 'ticketId' | 'clientKey'>

/** Each ticket with its messages, which are read while it is written. */
export type TakenTickets = AsyncIterable<{
  ticket: TakenTicket
  messages: AsyncIterable<TakenMessage>
}>

/** What is kept of an owner but for the tickets, without what opens anything. */
export interface Belongings {
  account: Session['user'] & Pick<Account, 'locale' | 'createdAt'>
  desk: Omit<Desk, 'ownerUid'>
  sessions: Pick<Session, 'device' | 'lastLoginAt' | 'provedAt' | 'lastSeenAt' | 'createdAt'>[]
}

/** Throws if there is no such account. */
export async function readBelongings(
  stores: { accounts: AccountStore; sessions: SessionStore },
  { user }: Session,
  { ownerUid: _, ...desk }: Desk,
): Promise<Belongings> {
  const account = await stores.accounts.find(user.uid)
  if (!account) throw new Error(`There is no account ${user.uid}`)
  const { locale, createdAt } = account
  const sessions = await stores.sessions.list(user.uid)
  return {
    account: { ...user, locale, createdAt },
    desk,
    sessions: sessions.map(({ device, lastLoginAt, provedAt, lastSeenAt, createdAt }) => {
      return { device, lastLoginAt, provedAt, lastSeenAt, createdAt }
    }),
  }
}

/** All tickets of a desk by their numbers, a page of the store at a time. */
export async function* readTickets(store: TicketStore, deskId: string): TakenTickets {
  let after = 0
  for (;;) {
    const tickets = await store.listAll(deskId, after, pieceSize)
    for (const ticket of tickets) {
      const { id: _, deskId: __, startKey: ___, secretHash: ____, ...taken } = ticket
      yield { ticket: taken, messages: readMessages(store, deskId, ticket.number) }
      after = ticket.number
    }
    if (tickets.length < pieceSize) return
  }
}

async function* readMessages(store: TicketStore, deskId: string, number: number) {
  let after = 0
  for (;;) {
    const messages = await store.messages({ deskId, number }, after, pieceSize)
    for (const { id: _, ticketId: __, clientKey: ___, ...taken } of messages) {
      yield taken
      after = taken.seq
    }
    if (messages.length < pieceSize) return
  }
}
