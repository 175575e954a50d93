import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import { beginTicket, followedUp } from '../../../domain/tickets/beginning'
import { assignedCounts, stateCounts, tagCounts } from '../../../domain/tickets/counts'
import { withForm } from '../../../domain/tickets/history-entries'
import type { NewMessage } from '../../../domain/tickets/messages'
import { readingOf } from '../../../domain/tickets/reading'
import { tagKey } from '../../../domain/tickets/tags'
import type { Appended, Moved, Ticket, TicketStore } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { TicketRecord } from '../database/schema'
import { claim, uniqueReference } from '../database/unique.server'
import { roomOfFiles, takeRoom } from '../files/rooms.server'
import { addMails } from '../outbox/mails.server'
import { withMember } from './assignees.server'
import { changeTicket, isDoneBy, writeTicket } from './changes.server'
import { createNobodys } from './earlier.server'
import { listAllTickets, listKeptTickets, listTickets, listTicketsOfVisitor } from './lists.server'
import { findTicketById, keyOf, type TicketLookup } from './lookup.server'
import { mergeTickets } from './merging.server'
import { addMessage, findByKey, findFirst, isSame, listMessages, readHeld } from './messages.server'
import { factsOf, newFacts, toRecord, toTicket } from './records.server'

export function createTicketStore(database: Database, lookup: TicketLookup): TicketStore {
  const { document, readAll, transact, within } = database
  const knowsNobodys = createNobodys(database)
  const counting = new Map<string, ReturnType<typeof countsOf>>()

  /** In one go for those who ask at once, as a page does. */
  function readCounts(deskId: string) {
    const begun = counting.get(deskId)
    if (begun) return begun
    const counts = countsOf(database, deskId)
    counting.set(deskId, counts)
    setImmediate(() => counting.delete(deskId))
    return counts
  }

  async function startedBefore(
    transaction: Transaction,
    id: string,
    message: NewMessage,
  ): Promise<Extract<Appended, { ticket: Ticket }>> {
    const there = (await transaction.get(document('tickets', id))).data()
    if (!there) throw new Error(`The ticket ${id} is not there.`)
    const ticket = toTicket(there)
    const first = await findFirst(database, transaction, there)
    return first && isSame(first, message)
      ? { kind: 'again', ticket, message: first.message }
      : { kind: 'conflict', ticket }
  }

  function continueTicket(
    transaction: Transaction,
    before: TicketRecord | undefined,
    next: Ticket,
  ) {
    if (!before) return
    const followUps = [...before.followUps, next.id]
    changeTicket(database, transaction, before, { history: [followedUp(next)] }, { followUps })
  }

  return {
    async start(ticket, message, mailsOf = () => []) {
      const { id, deskId, startKey, secretHash, followUpOf } = ticket
      if (!(await lookup.isDeskThere(deskId))) throw new Error(`There is no desk ${deskId}.`)
      const continued = followUpOf ? [`ticket ${followUpOf}`] : []
      return transact([`tickets ${deskId}`, ...continued], async (transaction) => {
        const start = uniqueReference(database, 'ticket start', deskId, startKey)
        const [started, counts, before, held] = await Promise.all([
          transaction.get(start),
          transaction.get(document('deskCounts', deskId)),
          followUpOf ? transaction.get(document('tickets', followUpOf)) : undefined,
          readHeld(database, transaction, message),
        ])
        const known = started.data()
        if (known) return startedBefore(transaction, known.of, message)
        const { lastNumber = 0, tickets = {} } = counts.data() ?? {}

        const { ticket: begun, history: began } = beginTicket(ticket, lastNumber + 1)
        const keys = [keyOf({ secretHash }), keyOf({ deskId, number: begun.number })]
        const record = toRecord(begun, { ...newFacts(keys), began, bytes: roomOfFiles(held) })
        claim(database, transaction, 'ticket start', [deskId, startKey], id)
        claim(database, transaction, 'ticket secret', [secretHash], id)
        writeTicket(database, transaction, undefined, record, {
          lastNumber: begun.number,
          tickets: withoutZeros(tickets),
        })
        continueTicket(transaction, before?.data(), begun)
        takeRoom(database, transaction, record, held)
        addMails(database, transaction, mailsOf(begun), begun.createdAt)
        const added = addMessage(database, transaction, begun, 1, message, held)
        return { kind: 'added', ticket: begun, message: added }
      })
    },

    async append(scope, message, decide) {
      const appended = await lookup.change(
        scope,
        async (transaction, record): Promise<Appended> => {
          const ticket = toTicket(record)
          const known = await findByKey(database, transaction, record, message.clientKey)
          if (known) {
            return isSame(known, message)
              ? { kind: 'again', ticket, message: known.message }
              : { kind: 'conflict', ticket }
          }
          const change = await withMember(database, transaction, record.deskId, decide(ticket))
          if (!change) return { kind: 'refused', ticket }
          const held = await readHeld(database, transaction, message)
          const seq = ticket.lastSeq + 1
          const bytes = record.bytes + roomOfFiles(held)
          takeRoom(database, transaction, record, held)
          const added = addMessage(database, transaction, record, seq, message, held)
          const written = { ...change, lastSeq: seq }
          const changed = changeTicket(database, transaction, record, written, { bytes })
          return { kind: 'added', ticket: changed, message: added }
        },
      )
      return appended ?? { kind: 'unknown' }
    },

    async findByKey(scope, clientKey) {
      const ticket = await lookup.find(scope)
      return ticket && (await findByKey(database, undefined, ticket, clientKey))?.message
    },

    async move(scope, decide, form) {
      const moved = await lookup.change(scope, async (transaction, record): Promise<Moved> => {
        const ticket = toTicket(record)
        if (form && (await isDoneBy(database, transaction, record, form))) {
          return { kind: 'again', ticket }
        }
        const change = await withMember(database, transaction, record.deskId, decide(ticket))
        if (!change) return { kind: 'refused', ticket }
        const changed = changeTicket(database, transaction, record, withForm(change, form))
        return { kind: 'moved', ticket: changed }
      })
      return moved ?? { kind: 'unknown' }
    },

    merge: (deskId, numbers, decide) => mergeTickets(database, deskId, numbers, decide),

    async find(scope) {
      const found = await lookup.find(scope)
      return found && toTicket(found)
    },

    findById: (id) => findTicketById(database, lookup, id),

    async findByMail(keys) {
      const claims = await readAll(keys.map((key) => uniqueReference(database, 'mail', key)))
      const found = claims.find((each) => each !== undefined)
      return found && findTicketById(database, lookup, found.of)
    },

    async findMail(key) {
      const claim = (await uniqueReference(database, 'mail', key).get()).data()
      if (!claim || !(await findTicketById(database, lookup, claim.of))) return undefined
      const found = within(claim.of, 'messages').where('mail.key', '==', key)
      return (await firstOf(found))?.mail
    },

    async messages(scope, after, limit) {
      const found = await lookup.find(scope)
      return found ? listMessages(database, found, after, limit, 'secretHash' in scope) : []
    },

    async markSeen(scope, by, seq, at) {
      const marked = await lookup.change(scope, async (transaction, record) => {
        const { visitorSeenSeq } = record
        const visitor =
          visitorSeenSeq < seq
            ? { visitorSeenSeq: seq, ...(at && { visitorSeenAt: at }) }
            : undefined
        const change = by === 'visitor' ? visitor : readingOf(toTicket(record), by.reader, seq)
        if (!change) return false
        const after = { ...toTicket(record), ...change }
        transaction.set(document('tickets', record.id), toRecord(after, factsOf(record)))
        return true
      })
      return marked ?? false
    },

    async keep(secretHash, uid) {
      const kept = await lookup.change({ secretHash }, async (transaction, record) => {
        transaction.set(document('tickets', record.id), { ...record, keptBy: uid })
        return true
      })
      return kept ?? false
    },

    list: (deskId, filter, limit, after) =>
      listTickets(database, deskId, filter, limit, after, knowsNobodys),
    listOfVisitor: (deskId, email, limit) => listTicketsOfVisitor(database, deskId, email, limit),
    listAll: (deskId, after, limit) => listAllTickets(database, deskId, after, limit),
    listKept: (uid, limit) => listKeptTickets(database, lookup, uid, limit),
    countAssigned: async (deskId) => assignedCounts(await readCounts(deskId)),
    count: async (deskId) => stateCounts(await readCounts(deskId)),
    tags: async (deskId) => tagCounts(await readCounts(deskId)),
  }
}

async function countsOf({ document }: Database, deskId: string) {
  const { tickets = {} } = (await document('deskCounts', deskId).get()).data() ?? {}
  return Object.entries(tickets)
    .filter(([, tickets]) => tickets > 0)
    .map(([name, tickets]) => {
      const [kind = '', named = ''] = name.split(/ (.*)/)
      if (kind === 'assignee') {
        const [key = '', spelling = ''] = named.split(/ (.*)/)
        return { kind, key, spelling, tickets } as const
      }
      return kind === 'tag'
        ? ({ kind, key: tagKey(named), spelling: named, tickets } as const)
        : ({ kind: 'state', key: named, spelling: '', tickets } as const)
    })
}

function withoutZeros(tickets: Record<string, number>): Record<string, FieldValue> {
  const zeros = Object.entries(tickets).filter(([, count]) => count === 0)
  return Object.fromEntries(zeros.map(([name]) => [name, FieldValue.delete()]))
}
