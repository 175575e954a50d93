import type { Transaction } from 'firebase-admin/firestore'
import { marksOf } from '../../../domain/tickets/history-entries'
import { mailsOfSplit } from '../../../domain/tickets/split-mails'
import type { Split, SplitChanges, TicketSplits } from '../../../domain/tickets/splitting'
import type { Database } from '../database/database.server'
import { idOf } from '../database/documents.server'
import type { AttachmentRecord, MessageRecord } from '../database/schema'
import { claim, uniqueReference } from '../database/unique.server'
import { roomOfFiles } from '../files/rooms.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket, writeTicket } from './changes.server'
import { keyOf, type TicketLookup } from './lookup.server'
import { listKnown } from './messages.server'
import { newFacts, toRecord, toTicket } from './records.server'

type SplitParameters = Parameters<TicketSplits['split']>

export function createTicketSplits(database: Database, lookup: TicketLookup): TicketSplits {
  return {
    split: (scope, startKey, window, decide) =>
      splitTicket(database, lookup, scope, startKey, window, decide),
  }
}

/** A message that is added meanwhile changes the ticket, and it is decided once more. */
async function splitTicket(
  database: Database,
  lookup: TicketLookup,
  scope: SplitParameters[0],
  startKey: SplitParameters[1],
  { after, limit }: SplitParameters[2],
  decide: SplitParameters[3],
): Promise<Split> {
  const { document, readAll, transact } = database
  const found = await lookup.find(scope)
  if (!found) return { kind: 'unknown' }
  const { id, deskId } = found
  return transact([`tickets ${deskId}`, `ticket ${id}`], async (transaction): Promise<Split> => {
    const [started, counts, here] = await Promise.all([
      transaction.get(uniqueReference(database, 'ticket start', deskId, startKey)),
      transaction.get(document('deskCounts', deskId)),
      transaction.get(document('tickets', id)),
    ])
    const record = here.data()
    if (!record || record.hidden || record.mergedInto) return { kind: 'unknown' }
    const source = toTicket(record)
    const before = started.data()
    if (before) {
      const there = (await transaction.get(document('tickets', before.of))).data()
      return there ? { kind: 'again', source, target: toTicket(there) } : { kind: 'unknown' }
    }
    const known = await listKnown(database, record, after, limit, ['text', 'note', 'split'])
    const number = (counts.data()?.lastNumber ?? 0) + 1
    const messages = known.map(({ message }) => message)
    const decided = decide(source, messages, number)
    if (typeof decided === 'string') return { kind: 'refused', reason: decided }
    const { target, history, moved } = decided
    const places = moved.flatMap(
      ({ id }) => known.find(({ message }) => message.id === id)?.record ?? [],
    )
    const files = places.flatMap(({ attachments = [] }) => attachments)
    const references = files.map((file) => document('attachments', file.id))
    const attached = await readAll(references, transaction)
    const read = readingIn(database, transaction)
    const mails = await mailsOfSplit(read, source, messages, decided)

    const bytes = roomOfFiles(attached.flatMap((file) => file ?? []))
    const keys = [keyOf(target), keyOf({ deskId, number })]
    const facts = { ...newFacts(keys), began: history, bytes }
    const marked = { ...facts, ...marksOf(target.firstReplyAt, history) }
    claim(database, transaction, 'ticket start', [deskId, startKey], target.id)
    claim(database, transaction, 'ticket secret', [target.secretHash], target.id)
    writeTicket(database, transaction, undefined, toRecord(target, marked), { lastNumber: number })
    for (const [index, place] of places.entries()) {
      // Merged tickets may have had one key each.
      const isTwin = places.findIndex((each) => each.clientKey === place.clientKey) < index
      const clientKey = isTwin ? `${place.clientKey}:${index}` : place.clientKey
      move(database, transaction, { ...place, clientKey, seq: index + 1 }, decided)
      leave(database, transaction, place, index === places.length - 1, decided)
    }
    write(database, transaction, mails)
    for (const file of attached) take(database, transaction, file, target.id)
    const left = { bytes: record.bytes - bytes }
    const changed = changeTicket(database, transaction, record, decided.source, left)
    return { kind: 'split', source: changed, target }
  })
}

function move(
  database: Database,
  transaction: Transaction,
  message: MessageRecord,
  { target: { id: ticketId, number } }: SplitChanges,
) {
  const to = database.within(ticketId, 'messages').doc(keptIn(message))
  transaction.create(to, { ...message, ticketId, number })
  if (message.mail) {
    transaction.set(uniqueReference(database, 'mail', message.mail.key), { of: ticketId })
  }
}

function leave(
  { within }: Database,
  transaction: Transaction,
  { mail: _, copies: __, attachments: ___, ...place }: MessageRecord,
  isLast: boolean,
  { note }: SplitChanges,
) {
  const { author, locale, id } = note
  transaction.set(within(place.ticketId, 'messages').doc(keptIn(place)), {
    ...place,
    author,
    locale,
    id: isLast ? id : `${id}-${place.seq}`,
    kind: isLast ? note.kind : 'moved',
    body: isLast ? note.body : '',
    words: [],
    sentHashes: [],
    createdAt: note.createdAt,
  })
}

function take(
  { document }: Database,
  transaction: Transaction,
  file: AttachmentRecord | undefined,
  ticketId: string,
) {
  if (file) transaction.set(document('attachments', file.id), { ...file, ticketId })
}

const keptIn = ({ clientKey }: Pick<MessageRecord, 'clientKey'>) => idOf(clientKey)
