import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import { newId } from '../../../domain/text/ids'
import { type CountName, countChanges } from '../../../domain/tickets/counts'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Ticket, TicketChange } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import type { TicketFacts, TicketRecord } from '../database/schema'
import { changeMonths, entriesOfTicket } from '../desks/months.server'
import { addMails } from '../outbox/mails.server'
import { factsAfter, factsOf, toRecord, toTicket } from './records.server'

export const linesAtOnce = 200

/** With history, e-mails, counts and months, in the transaction that read the ticket; returns it. */
export function changeTicket(
  database: Database,
  transaction: Transaction,
  record: TicketRecord,
  { history = [], mails = [], ...change }: TicketChange & Partial<Ticket>,
  facts: Partial<TicketFacts> = {},
): Ticket {
  const ticket: Ticket = { ...toTicket(record), ...change }
  const after = { ...factsAfter(factsOf(record), ticket, history), ...facts }
  writeTicket(database, transaction, record, toRecord(ticket, after))
  addHistory(database, transaction, record, history)
  addMails(database, transaction, mails, ticket.updatedAt)
  if (after.dealtWith && !record.dealtWith && after.bytes > 0) {
    const strangers = { [record.id]: FieldValue.delete() }
    transaction.set(database.document('rooms', record.deskId), { strangers }, { merge: true })
  }
  return ticket
}

/** With counts and months; without `after` only those. */
export function writeTicket(
  database: Database,
  transaction: Transaction,
  before: TicketRecord | undefined,
  after: TicketRecord | undefined,
  { lastNumber, tickets }: Partial<CountsChange> = {},
): void {
  const deskId = (before ?? after)?.deskId ?? ''
  if (after) transaction.set(database.document('tickets', after.id), after)
  changeMonths(database, transaction, deskId, entriesOfTicket(before), entriesOfTicket(after))
  const changes = { ...tickets }
  for (const { by, ...name } of countChanges(before, after))
    changes[countKey(name)] = FieldValue.increment(by)
  if (Object.keys(changes).length === 0) return
  const counts = { ...(lastNumber !== undefined && { lastNumber }), tickets: changes }
  transaction.set(database.document('deskCounts', deskId), counts, { merge: true })
}

/** The field of a count in `DeskCounts`. */
export function countKey({ kind, key, spelling }: CountName): string {
  return [kind, ...(kind === 'tag' ? [] : [key]), ...(kind === 'state' ? [] : [spelling])].join(' ')
}

interface CountsChange {
  lastNumber: number
  tickets: Record<string, FieldValue>
}

/** Whether one of the last lines names the form. A document holds 200 lines. */
export async function isDoneBy(
  { within, readAll }: Database,
  transaction: Transaction,
  { id, lines }: Pick<TicketRecord, 'id' | 'lines'>,
  form: string,
): Promise<boolean> {
  const chunk = Math.floor(lines / linesAtOnce)
  const chunks = [chunk, chunk - 1].filter((each) => each >= 0)
  const places = chunks.map((each) => within(id, 'history').doc(String(each)))
  const found = await readAll(places, transaction)
  return found.some((each) => Object.values(each?.lines ?? {}).some((line) => line.form === form))
}

export function addHistory(
  { within }: Database,
  transaction: Transaction,
  { id, lines }: Pick<TicketRecord, 'id' | 'lines'>,
  history: readonly NewHistoryEntry[],
): void {
  if (history.length === 0) return
  const chunk = Math.floor(lines / linesAtOnce)
  const added = Object.fromEntries(history.map((entry) => [newId(entry.at), entry]))
  const reference = within(id, 'history').doc(String(chunk))
  transaction.set(reference, { chunk, lines: added }, { merge: true })
}
