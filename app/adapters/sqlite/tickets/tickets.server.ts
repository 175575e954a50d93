import type { Kysely } from 'kysely'
import { beginTicket, followedUp } from '../../../domain/tickets/beginning'
import { assignedCounts, stateCounts, tagCounts } from '../../../domain/tickets/counts'
import { withForm } from '../../../domain/tickets/history-entries'
import { readingOf } from '../../../domain/tickets/reading'
import type { TicketStore } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { addMails } from '../outbox/mails.server'
import { withMember } from './assignees.server'
import { addHistory, changeTicket, insertTicket } from './changes.server'
import { readCounts } from './counts.server'
import { isDoneBy } from './history.server'
import { indexMessage } from './index.server'
import { listAllTickets, listKeptTickets, listTickets, listTicketsOfVisitor } from './lists.server'
import { firstOf, mergeTickets } from './merging.server'
import { findByKey, findMessage, insertMessage, isSame, listMessages } from './messages.server'
import {
  findMail,
  findTicket,
  findTicketById,
  findTicketByMail,
  toTicket,
  within,
} from './rows.server'

export function createTicketStore({ kysely }: Database): TicketStore {
  return {
    start: (ticket, message, mailsOf = () => []) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('tickets')
          .selectAll()
          .where('deskId', '=', ticket.deskId)
          .where('startKey', '=', ticket.startKey)
          .executeTakeFirst()
        if (row) {
          const there = toTicket(row)
          const key = await firstOf(transaction, there)
          const first = await findMessage(transaction, key.ticketId, 'seq', key.seq)
          return first && (await isSame(transaction, first, message))
            ? { kind: 'again', ticket: there, message: first }
            : { kind: 'conflict', ticket: there }
        }
        const number = await nextNumber(transaction, ticket.deskId)
        const { ticket: begun, history } = beginTicket(ticket, number)
        await insertTicket(transaction, begun, history)
        const first = await insertMessage(transaction, ticket.id, 1, message)
        if (!first) throw new Error(`A new ticket has a message: ${ticket.id}`)
        await indexMessage(transaction, first)
        await addMails(transaction, mailsOf(begun), begun.createdAt)
        if (ticket.followUpOf) {
          await addHistory(transaction, ticket.followUpOf, [followedUp(begun)])
        }
        return { kind: 'added', ticket: begun, message: first }
      }),

    append: (scope, message, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        const change = await withMember(transaction, ticket.deskId, decide(ticket))
        const seq = ticket.lastSeq + 1
        const added = change && (await insertMessage(transaction, ticket.id, seq, message))
        if (!added) {
          const known = await findMessage(transaction, ticket.id, 'clientKey', message.clientKey)
          if (!known) return { kind: 'refused', ticket }
          return (await isSame(transaction, known, message))
            ? { kind: 'again', ticket, message: known }
            : { kind: 'conflict', ticket }
        }
        await indexMessage(transaction, added)
        const changed = await changeTicket(transaction, ticket, { ...change, lastSeq: seq })
        return { kind: 'added', ticket: changed, message: added }
      }),

    findByKey: (scope, clientKey) => findByKey(kysely, scope, clientKey),

    move: (scope, decide, form) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        if (form && (await isDoneBy(transaction, ticket, form))) return { kind: 'again', ticket }
        const change = await withMember(transaction, ticket.deskId, decide(ticket))
        if (!change) return { kind: 'refused', ticket }
        const changed = await changeTicket(transaction, ticket, withForm(change, form))
        return { kind: 'moved', ticket: changed }
      }),

    merge: (deskId, numbers, decide) =>
      kysely
        .transaction()
        .execute((transaction) => mergeTickets(transaction, deskId, numbers, decide)),

    find: (scope) => findTicket(kysely, scope),
    findById: (id) => findTicketById(kysely, id),
    findByMail: (keys) => findTicketByMail(kysely, keys),
    findMail: (key) => findMail(kysely, key),

    async markSeen(scope, by, seq, at) {
      if (by !== 'visitor') {
        return kysely.transaction().execute(async (transaction) => {
          const ticket = await findTicket(transaction, scope)
          const change = ticket && readingOf(ticket, by.reader, seq)
          if (change) await changeTicket(transaction, ticket, change)
          return change !== undefined
        })
      }
      const { numUpdatedRows } = await kysely
        .updateTable('tickets')
        .set({ visitorSeenSeq: seq, ...(at && { visitorSeenAt: at.getTime() }) })
        .where(within(scope))
        .where('visitorSeenSeq', '<', seq)
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
    list: (deskId, filter, limit, after) => listTickets(kysely, deskId, filter, limit, after),
    listOfVisitor: (deskId, email, limit) => listTicketsOfVisitor(kysely, deskId, email, limit),
    listAll: (deskId, after, limit) => listAllTickets(kysely, deskId, after, limit),
    listKept: (uid, limit) => listKeptTickets(kysely, uid, limit),
    countAssigned: async (deskId) => assignedCounts(await readCounts(kysely, deskId, 'assignee')),
    count: async (deskId) => stateCounts(await readCounts(kysely, deskId, 'state')),
    tags: async (deskId) => tagCounts(await readCounts(kysely, deskId, 'tag')),
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
