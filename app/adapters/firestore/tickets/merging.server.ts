import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import {
  answerMails,
  mailsDropped,
  mailsMoved,
  messageMails,
} from '../../../domain/outbox/mail-changes'
import { mailStopMerged } from '../../../domain/outbox/mail-stop-records'
import { mergedTickets, placeAfterMerge } from '../../../domain/tickets/merging'
import type { Merged, TicketStore } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { MergedPart, TicketFacts, TicketRecord } from '../database/schema'
import { readingIn, write } from '../records/records.server'
import { changeTicket } from './changes.server'
import { toTicket } from './records.server'

/** In one small commit: the target names the source as a part, whose messages and history stay. */
export async function mergeTickets(
  database: Database,
  deskId: string,
  numbers: { source: number; target: number },
  decide: Parameters<TicketStore['merge']>[2],
): Promise<Merged> {
  const { document, readAll, transact } = database
  const [from, to] = await Promise.all([
    findByNumber(database, deskId, numbers.source),
    findByNumber(database, deskId, numbers.target),
  ])
  if (!from || !to) return { kind: 'unknown' }
  const keys = [from.id, to.id].map((id) => `ticket ${id}`)
  return transact(keys, async (transaction) => {
    const references = [from.id, to.id].map((id) => document('tickets', id))
    const [source, target] = await readAll(references, transaction)
    if (!source || !target || source.hidden || target.hidden) return { kind: 'unknown' }
    const read = readingIn(database, transaction)
    const answers = await answerMails(read, source.id)
    const decided = decide(toTicket(source), toTicket(target), answers)
    if (decided === 'again') {
      return { kind: 'again', source: toTicket(source), target: toTicket(target) }
    }
    if (typeof decided === 'string') return { kind: 'refused', reason: decided }
    const parts = source.parts.map(({ id }) => document('tickets', id))
    const waiting = await messageMails(read, source.id)
    const stops = await mailStopMerged(read, source, target)
    const splits = await splitsIn(database, transaction, [...partsIn(source), ...partsIn(target)])
    for (const part of await readAll(parts, transaction))
      if (part) transaction.set(document('tickets', part.id), { ...part, mergedInto: target.id })
    for (const { ref } of splits) transaction.update(ref, { kind: 'moved', body: '' })
    forgetStrangers(database, transaction, source)
    const merged = mergedTickets(toTicket(source), toTicket(target), decided)
    const placeOf = (seq: number) => placeAfterMerge(merged.messages, toTicket(target), seq)
    write(database, transaction, [
      ...mailsMoved(waiting, placeOf),
      ...mailsDropped(answers),
      ...stops,
    ])
    const change = (of: TicketRecord, to: (typeof merged)['source'], facts: Partial<TicketFacts>) =>
      changeTicket(database, transaction, of, to, facts)
    return {
      kind: 'merged',
      source: change(source, merged.source, { keys: [], parts: [], bytes: 0 }),
      target: change(target, merged.target, {
        keys: [...target.keys, ...source.keys],
        parts: partsOf(source, target, merged.messages.after),
        partHeads: [...new Set([...target.partHeads, ...source.heads])],
        bytes: target.bytes + source.bytes,
      }),
    }
  })
}

const partsIn = ({ id, number, parts }: TicketRecord) => [{ id, number }, ...parts]

/** What was split off from one of them into another, and is back. */
async function splitsIn(
  { within }: Database,
  transaction: Transaction,
  parts: Pick<MergedPart, 'id' | 'number'>[],
) {
  const numbers = parts.map(({ number }) => String(number))
  const found = await Promise.all(
    parts.map(({ id }) => transaction.get(within(id, 'messages').where('kind', '==', 'split'))),
  )
  return found.flatMap(({ docs }) => docs.filter((each) => numbers.includes(each.data().body)))
}

/** Messages stay, and are read as if moved. */
function partsOf(source: TicketRecord, target: TicketRecord, after: number): MergedPart[] {
  const { id, number, began } = source
  const own = { id, number, began, offset: 0 }
  const joined = [own, ...source.parts].map((part) => ({
    ...part,
    offset: part.offset + after,
  }))
  return [...target.parts, ...joined]
}

function findByNumber({ collection }: Database, deskId: string, number: number) {
  const found = collection('tickets').where('deskId', '==', deskId).where('number', '==', number)
  return firstOf(found)
}

/** A merged ticket is dealt with: its files no longer count as strangers'. */
function forgetStrangers(
  { document }: Database,
  transaction: Transaction,
  { id, deskId, bytes }: TicketRecord,
): void {
  if (bytes === 0) return
  const strangers = { [id]: FieldValue.delete() }
  transaction.set(document('rooms', deskId), { strangers }, { merge: true })
}
