import type { Kysely } from 'kysely'
import type { Ticket, TicketStore } from '../../domain/tickets'
import type { Database } from './database.server'
import { findMessage, insertMessage, isSame, listMessages } from './messages.server'
import { type Schema, toRow } from './schema.server'
import { countTickets, listAllTickets, listKeptTickets, listTickets } from './ticket-lists.server'
import { findTicket, toTicket, within } from './ticket-rows.server'

/** Tickets and their messages in SQLite. */
export function createTicketStore({ kysely }: Database): TicketStore {
  return {
    start: (ticket, message) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('tickets')
          .selectAll()
          .where('deskId', '=', ticket.deskId)
          .where('startKey', '=', ticket.startKey)
          .executeTakeFirst()
        if (row) {
          const there = toTicket(row)
          const first = await findMessage(transaction, there.id, 'seq', 1)
          return first && (await isSame(transaction, first, message))
            ? { kind: 'again', ticket: there, message: first }
            : { kind: 'conflict', ticket: there }
        }
        const number = await nextNumber(transaction, ticket.deskId)
        const seen = { lastSeq: 1, visitorSeenSeq: 0, ownerSeenSeq: 0 }
        const begun = { ...ticket, ...seen, number, updatedAt: ticket.createdAt }
        await transaction.insertInto('tickets').values(toRow(begun)).execute()
        const first = await insertMessage(transaction, ticket.id, 1, message)
        return { kind: 'added', ticket: begun, message: first }
      }),

    append: (scope, message, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        const known = await findMessage(transaction, ticket.id, 'clientKey', message.clientKey)
        if (known) {
          return (await isSame(transaction, known, message))
            ? { kind: 'again', ticket, message: known }
            : { kind: 'conflict', ticket }
        }
        const change = decide(ticket)
        if (!change) return { kind: 'refused', ticket }
        const seq = ticket.lastSeq + 1
        const added = await insertMessage(transaction, ticket.id, seq, message)
        const changed = { ...ticket, ...change, lastSeq: seq }
        await replaceTicket(transaction, changed)
        return { kind: 'added', ticket: changed, message: added }
      }),

    move: (scope, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        const change = decide(ticket)
        if (!change) return { kind: 'refused', ticket }
        const moved = { ...ticket, ...change }
        await replaceTicket(transaction, moved)
        return { kind: 'moved', ticket: moved }
      }),

    find: (scope) => findTicket(kysely, scope),

    async markSeen(scope, side, seq) {
      const column = side === 'owner' ? 'ownerSeenSeq' : 'visitorSeenSeq'
      const { numUpdatedRows } = await kysely
        .updateTable('tickets')
        .set({ [column]: seq })
        .where(within(scope))
        .where(column, '<', seq)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async keep(secretHash, uid) {
      const { numUpdatedRows } = await kysely
        .updateTable('tickets')
        .set({ keptBy: uid ?? null })
        .where(within({ secretHash }))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    messages: (scope, after, limit) => listMessages(kysely, scope, after, limit),
    list: (deskId, state, limit, after) => listTickets(kysely, deskId, state, limit, after),
    listAll: (deskId, after, limit) => listAllTickets(kysely, deskId, after, limit),
    listKept: (uid, limit) => listKeptTickets(kysely, uid, limit),
    count: (deskId) => countTickets(kysely, deskId),
  }
}

async function nextNumber(transaction: Kysely<Schema>, deskId: string): Promise<number> {
  const { lastNumber } = await transaction
    .updateTable('desks')
    .set((column) => ({ lastNumber: column('lastNumber', '+', 1) }))
    .where('id', '=', deskId)
    .returning('lastNumber')
    .executeTakeFirstOrThrow(() => new Error(`There is no desk ${deskId}.`))
  return lastNumber
}

/** Writes the ticket over the one with its id, within the transaction that has read it. */
async function replaceTicket(transaction: Kysely<Schema>, ticket: Ticket) {
  await transaction.updateTable('tickets').set(toRow(ticket)).where('id', '=', ticket.id).execute()
}
