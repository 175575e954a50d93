import { FieldPath, type Query, type Transaction } from 'firebase-admin/firestore'
import type {
  Feedback,
  FeedbackFilter,
  FeedbackPage,
  FeedbackStore,
  Tally,
} from '../../../domain/feedback/feedback'
import { isSameFeedback } from '../../../domain/feedback/input'
import type { Rating } from '../../../domain/feedback/ratings'
import { readCursor, writeCursor } from '../../../domain/tickets/cursors'
import { periodsBetween } from '../../../domain/tickets/numbers'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { FeedbackRecord, TicketRecord } from '../database/schema'
import {
  changeMonths,
  entriesOfFeedback,
  entriesOfTicket,
  readMonths,
} from '../desks/months.server'
import { notePurge } from '../erasure/purges.server'
import type { TicketLookup } from '../tickets/lookup.server'
import { toTicket } from '../tickets/records.server'

/** All lists share one order, so that a cursor of one is valid in another. */
const list = 'feedback'

/** A document's id is the desk and the form's key. */
export function createFeedbackStore(database: Database, lookup: TicketLookup): FeedbackStore {
  const { collection, document, transact } = database
  const ofDesk = (deskId: string): Query<FeedbackRecord> =>
    collection('feedback').where('deskId', '==', deskId)
  const ofTicket = ({ deskId, feedbackKey }: TicketRecord) =>
    feedbackKey === undefined ? undefined : document('feedback', deskId, feedbackKey)

  async function change(deskId: string, id: string, changes: Partial<Feedback>): Promise<boolean> {
    const found = await firstOf(ofDesk(deskId).where('id', '==', id))
    if (!found) return false
    const { ticketId } = changes
    const keys = [`feedback ${id}`, ...(ticketId ? [`ticket ${ticketId}`] : [])]
    return transact(keys, async (transaction) => {
      const reference = document('feedback', deskId, found.createKey)
      const there = (await transaction.get(reference)).data()
      const ticketReference = ticketId ? document('tickets', ticketId) : undefined
      const ticket = ticketReference && (await transaction.get(ticketReference)).data()
      if (there && ticket && ticketReference)
        transaction.set(ticketReference, { ...ticket, feedbackKey: found.createKey })
      if (there) writeFeedback(database, transaction, there, { ...toFeedback(there), ...changes })
      return there !== undefined
    })
  }

  return {
    async rate(secretHash, decide) {
      const rated = await lookup.change({ secretHash }, async (transaction, record) => {
        const reference = ofTicket(record)
        const there = reference && (await transaction.get(reference)).data()
        const ticket = toTicket(record)
        const feedback = decide(ticket, there && toFeedback(there))
        if (!feedback) return { kind: 'refused', feedback: there && toFeedback(there) } as const
        writeFeedback(database, transaction, there, feedback)
        const after = {
          ...record,
          ratedAt: feedback.createdAt,
          feedbackKey: feedback.createKey,
        }
        const [was, is] = [entriesOfTicket(record), entriesOfTicket(after)]
        changeMonths(database, transaction, record.deskId, was, is)
        transaction.set(document('tickets', record.id), after)
        return { kind: 'kept', feedback, ticket } as const
      })
      return rated ?? { kind: 'unknown' }
    },

    async findOf(scope) {
      const ticket = await lookup.find(scope)
      const reference = ticket && ofTicket(ticket)
      const found = reference && (await reference.get()).data()
      return found && toFeedback(found)
    },

    add: (feedback) =>
      transact([`feedback ${feedback.createKey}`], async (transaction) => {
        const { deskId, createKey } = feedback
        const known = (await transaction.get(document('feedback', deskId, createKey))).data()
        if (known) return isSameFeedback(known, feedback) ? 'again' : 'conflict'
        writeFeedback(database, transaction, undefined, feedback)
        return 'added'
      }),

    has: async (deskId, createKey) => (await document('feedback', deskId, createKey).get()).exists,

    async find(deskId, id) {
      const found = await firstOf(ofDesk(deskId).where('id', '==', id))
      return found && toFeedback(found)
    },

    setState: (deskId, id, state, now) => change(deskId, id, { state, updatedAt: now }),

    attach: (deskId, id, { id: ticketId, number }) => change(deskId, id, { ticketId, number }),

    list: (deskId, filter, limit, after) => listFeedback(ofDesk(deskId), filter, limit, after),

    async tallies(deskId, boundaries, kind) {
      const [first, last] = [boundaries[0], boundaries.at(-1)]
      if (!first || !last) return []
      const months = await readMonths(database, deskId, first, last)
      const given = months
        .flatMap(({ given = {} }) => Object.values(given))
        .filter(([, , of]) => !kind || of === kind)
      return periodsBetween(boundaries).map(({ since, until }): Tally => {
        const inside = given.filter(([at]) => at >= since.getTime() && at < until.getTime())
        const of = (rating: Rating) => inside.filter(([, each]) => each === rating).length
        return { since, until, counts: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) } }
      })
    },

    async response(deskId, since) {
      const months = await readMonths(database, deskId, since)
      const done = months.flatMap(({ done = {} }) => Object.values(done))
      const asked = done.filter(([at]) => at >= since.getTime())
      return { asked: asked.length, given: asked.filter(([, rated]) => rated).length }
    },

    async eraseOlder(deskId, before, limit, now) {
      const old = ofDesk(deskId).where('loose', '==', true).where('updatedAt', '<', before)
      return transact([`feedback of ${deskId}`], async (transaction) => {
        const found = await transaction.get(old.orderBy('updatedAt').limit(limit))
        for (const each of found.docs) writeFeedback(database, transaction, each.data(), undefined)
        if (!found.empty) notePurge(database, transaction, now)
        return found.size
      })
    },
  }
}

export function writeFeedback(
  database: Database,
  transaction: Transaction,
  before: FeedbackRecord | undefined,
  after: Feedback | undefined,
): void {
  const feedback = after ?? before
  if (!feedback) return
  const { deskId, createKey } = feedback
  const [was, is] = [entriesOfFeedback(before), entriesOfFeedback(after)]
  changeMonths(database, transaction, deskId, was, is)
  const reference = database.document('feedback', deskId, createKey)
  if (!after) {
    transaction.delete(reference)
    return
  }
  transaction.set(reference, toFeedbackRecord(after))
}

export function toFeedbackRecord(feedback: Feedback): FeedbackRecord {
  const { ticketId, comment } = feedback
  return { ...feedback, worded: comment !== '', loose: ticketId === undefined }
}

async function listFeedback(
  ofDesk: Query<FeedbackRecord>,
  { state, rating, kind, withComment, since, until }: FeedbackFilter,
  limit: number,
  after: string | undefined,
): Promise<FeedbackPage> {
  let query = ofDesk
  if (state) query = query.where('state', '==', state)
  if (rating) query = query.where('rating', '==', rating)
  if (kind) query = query.where('kind', '==', kind)
  if (withComment) query = query.where('worded', '==', true)
  if (since) query = query.where('createdAt', '>=', since)
  if (until) query = query.where('createdAt', '<', until)
  query = query.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc')
  const cursor = readCursor(after, list)
  if (cursor) query = query.startAfter(new Date(cursor.time), cursor.id)
  const { docs } = await query.limit(limit + 1).get()
  const shown = docs.slice(0, limit)
  const last = docs.length > limit ? shown.at(-1) : undefined
  return {
    feedback: shown.map((each) => toFeedback(each.data())),
    next: last && writeCursor(list, 0, last.data().createdAt, last.id),
  }
}

export function toFeedback(record: FeedbackRecord): Feedback {
  const { worded: _, loose: __, ...feedback } = record
  return feedback
}
