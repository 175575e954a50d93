import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import type { Feedback } from '../../../domain/feedback/feedback'
import { isBegunByDesk } from '../../../domain/tickets/beginning'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { DeskMonth, TicketRecord } from '../database/schema'

type Kind = 'begun' | 'answered' | 'done' | 'given'

export interface Entry {
  kind: Kind
  id: string
  at: number
  value: NonNullable<DeskMonth[Kind]>[string]
}

/** None once merged or erased. */
export function entriesOfTicket(
  ticket: Omit<TicketRecord, 'facets' | 'heads' | 'rank'> | undefined,
): Entry[] {
  if (!ticket || ticket.mergedInto) return []
  const { state, heldFor, createdAt, firstReplyAt, doneAt, ratedAt } = ticket
  const id = String(ticket.number)
  const begunAt = createdAt.getTime()
  const entries: Entry[] = []
  if (state !== 'held') entries.push({ kind: 'begun', id, at: begunAt, value: begunAt })
  if (state !== 'held' && firstReplyAt && !isBegunByDesk(ticket)) {
    const at = firstReplyAt.getTime()
    entries.push({ kind: 'answered', id, at, value: [at, begunAt] })
  }
  if (doneAt && !heldFor) {
    const at = doneAt.getTime()
    entries.push({ kind: 'done', id, at, value: [at, ratedAt !== undefined] })
  }
  return entries
}

export function entriesOfFeedback(feedback: Feedback | undefined): Entry[] {
  if (feedback?.state !== 'shown') return []
  const { id, rating, kind, createdAt } = feedback
  const at = createdAt.getTime()
  return [{ kind: 'given', id, at, value: [at, rating, kind] }]
}

/** Writes the difference, within the transaction that changes them. */
export function changeMonths(
  { document }: Database,
  transaction: Transaction,
  deskId: string,
  before: readonly Entry[],
  after: readonly Entry[],
): void {
  const without = (entries: readonly Entry[], others: readonly Entry[]) =>
    entries.filter(
      (entry) => !others.some((other) => JSON.stringify(entry) === JSON.stringify(other)),
    )
  const changes = [
    ...without(before, after).map((entry) => ({ ...entry, written: FieldValue.delete() })),
    ...without(after, before).map((entry) => ({ ...entry, written: entry.value })),
  ]
  for (const month of new Set(changes.map(({ at }) => monthOf(at)))) {
    const fields: Record<string, Record<string, unknown>> = {}
    for (const { kind, id, written } of changes.filter(({ at }) => monthOf(at) === month))
      fields[kind] = { ...fields[kind], [id]: written }
    transaction.set(
      document('deskMonths', deskId, month),
      { deskId, month, ...fields },
      { merge: true },
    )
  }
}

export function readMonths(
  { collection }: Database,
  deskId: string,
  since: Date,
  until?: Date,
): Promise<DeskMonth[]> {
  const ofDesk = collection('deskMonths').where('deskId', '==', deskId).orderBy('month')
  const months = ofDesk.where('month', '>=', monthOf(since.getTime()))
  return listOf(until ? months.where('month', '<=', monthOf(until.getTime())) : months)
}

export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7)
}
