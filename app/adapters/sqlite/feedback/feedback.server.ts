import type { Kysely } from 'kysely'
import type { Feedback, FeedbackStore } from '../../../domain/feedback/feedback'
import { isSameFeedback } from '../../../domain/feedback/input'
import type { Database } from '../database/database.server'
import { type Row, type Schema, toRow } from '../database/schema.server'
import { notePurge } from '../erasure/hiding.server'
import { findTicket } from '../tickets/rows.server'
import { countRatings, countResponses, listFeedback } from './lists.server'
import { toFeedback } from './rows.server'

export function createFeedbackStore({ kysely }: Database): FeedbackStore {
  return {
    rate: (secretHash, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, { secretHash })
        if (!ticket) return { kind: 'unknown' }
        const there = await findOfTicket(transaction, ticket.id)
        const feedback = decide(ticket, there)
        if (!feedback) return { kind: 'refused', feedback: there }
        const row = toCells(feedback)
        await transaction
          .insertInto('feedback')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        await transaction
          .updateTable('tickets')
          .set({ ratedAt: feedback.createdAt.getTime() })
          .where('id', '=', ticket.id)
          .execute()
        return { kind: 'kept', feedback, ticket }
      }),

    async findOf(scope) {
      const ticket = await findTicket(kysely, scope)
      return ticket && findOfTicket(kysely, ticket.id)
    },

    add: (feedback) =>
      kysely.transaction().execute(async (transaction) => {
        const known = await findByKey(transaction, feedback.deskId, feedback.createKey)
        if (known) return isSameFeedback(toFeedback(known), feedback) ? 'again' : 'conflict'
        await transaction.insertInto('feedback').values(toCells(feedback)).execute()
        return 'added'
      }),

    has: async (deskId, createKey) => (await findByKey(kysely, deskId, createKey)) !== undefined,

    async find(deskId, id) {
      const row = await kysely
        .selectFrom('feedback')
        .selectAll()
        .where('deskId', '=', deskId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toFeedback(row)
    },

    setState: (deskId, id, state, now) =>
      change(kysely, deskId, id, { state, updatedAt: now.getTime() }),

    attach: (deskId, id, { id: ticketId, number }) =>
      change(kysely, deskId, id, { ticketId, number }),

    list: (deskId, filter, limit, after) => listFeedback(kysely, deskId, filter, limit, after),
    tallies: (deskId, boundaries, kind) => countRatings(kysely, deskId, boundaries, kind),
    response: (deskId, since) => countResponses(kysely, deskId, since),

    eraseOlder: (deskId, before, limit, now) =>
      kysely.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('feedback')
          .where('id', 'in', (old) =>
            old
              .selectFrom('feedback')
              .select('id')
              .where('deskId', '=', deskId)
              .where('ticketId', 'is', null)
              .where('updatedAt', '<', before.getTime())
              .limit(limit),
          )
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await notePurge(transaction, now)
        return Number(numDeletedRows)
      }),
  }
}

function findByKey(kysely: Kysely<Schema>, deskId: string, createKey: string) {
  return kysely
    .selectFrom('feedback')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('createKey', '=', createKey)
    .executeTakeFirst()
}

async function findOfTicket(kysely: Kysely<Schema>, ticketId: string) {
  const row = await kysely
    .selectFrom('feedback')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return row && toFeedback(row)
}

async function change(
  kysely: Kysely<Schema>,
  deskId: string,
  id: string,
  cells: Partial<Row<Feedback>>,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('feedback')
    .set(cells)
    .where('deskId', '=', deskId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The optional fields are named so that absent ones become NULL. */
export function toCells(feedback: Feedback): Row<Feedback> {
  return toRow({ ...feedback, ticketId: feedback.ticketId, number: feedback.number })
}
