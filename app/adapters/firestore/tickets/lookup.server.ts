import type { Transaction } from 'firebase-admin/firestore'
import type { FoundScope, TicketScope } from '../../../domain/tickets/scopes'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { TicketRecord } from '../database/schema'
import { readDesk } from '../desks/recent-desk.server'
import { toTicket } from './records.server'

/** By `keys`, which include those of merged tickets. */
export interface TicketLookup {
  /** May be a second old for a scope with an id; undefined if the desk is gone. */
  find(scope: FoundScope): Promise<TicketRecord | undefined>
  /** Undefined for an unknown ticket. Runs again if the ticket was merged meanwhile. */
  change<Result>(
    scope: FoundScope,
    work: (transaction: Transaction, ticket: TicketRecord) => Promise<Result>,
  ): Promise<Result | undefined>
  isDeskThere(deskId: string): Promise<boolean>
}

export function keyOf(scope: TicketScope): string {
  return 'secretHash' in scope ? `secret ${scope.secretHash}` : `${scope.deskId} ${scope.number}`
}

export function createTicketLookup(database: Database): TicketLookup {
  const { collection, document, recent, transact } = database

  async function find(scope: FoundScope): Promise<TicketRecord | undefined> {
    const key = keyOf(scope)
    const seen = scope.id ? recent.tickets.get(`ticket ${scope.id}`) : undefined
    if (seen?.keys.includes(key)) return seen
    const since = performance.now()
    const ticket = await firstOf(collection('tickets').where('keys', 'array-contains', key))
    if (!ticket || !(await isDeskThere(ticket.deskId))) return undefined
    recent.tickets.note(`ticket ${ticket.id}`, ticket, since)
    return ticket
  }

  const isDeskThere = async (deskId: string) => (await readDesk(database, deskId)) !== undefined

  return {
    find,
    isDeskThere,

    async change(scope, work) {
      const key = keyOf(scope)
      for (;;) {
        const found = await find(scope)
        if (!found) return undefined
        const done = await transact([`ticket ${found.id}`], async (transaction) => {
          const ticket = (await transaction.get(document('tickets', found.id))).data()
          return ticket?.keys.includes(key) && { result: await work(transaction, ticket) }
        })
        if (done) return done.result
      }
    },
  }
}

/** A merged ticket's id is that of the one it was merged into. */
export async function findTicketById(
  { document }: Database,
  { isDeskThere }: TicketLookup,
  id: string,
): Promise<Ticket | undefined> {
  const asked = (await document('tickets', id).get()).data()
  const into = asked?.mergedInto
  const found = into ? (await document('tickets', into).get()).data() : asked
  if (!found || found.hidden || !(await isDeskThere(found.deskId))) return undefined
  return toTicket(found)
}
