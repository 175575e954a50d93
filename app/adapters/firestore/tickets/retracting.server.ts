import type { Transaction } from 'firebase-admin/firestore'
import { mailsRetracted } from '../../../domain/outbox/mail-changes'
import type { Retracted, TicketRetractions } from '../../../domain/tickets/retracting'
import type { Database } from '../database/database.server'
import { idOf } from '../database/documents.server'
import type { AttachmentRecord, MessageRecord, TicketRecord } from '../database/schema'
import { giveRoomBack, roomOfFiles } from '../files/rooms.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket } from './changes.server'
import type { TicketLookup } from './lookup.server'
import { findByKey } from './messages.server'
import { toTicket } from './records.server'

type RetractParameters = Parameters<TicketRetractions['retract']>

export function createTicketRetractions(
  database: Database,
  lookup: TicketLookup,
): TicketRetractions {
  return {
    async retract(...[scope, clientKey, decide, at]: RetractParameters) {
      const retracted = await lookup.change(scope, (transaction, record) =>
        retractMessage(database, transaction, record, clientKey, decide, at),
      )
      return retracted ?? { kind: 'unknown' }
    },
  }
}

async function retractMessage(
  database: Database,
  transaction: Transaction,
  record: TicketRecord,
  ...[clientKey, decide, at]: RetractParameters extends [unknown, ...infer Rest] ? Rest : never
): Promise<Retracted> {
  const { document, readAll } = database
  const ticket = toTicket(record)
  if (ticket.takenBack?.key === clientKey) return { kind: 'again', ticket }
  const known = await findByKey(database, transaction, record, clientKey)
  const change = known && decide(ticket, known.message)
  if (!change) return { kind: 'refused', ticket }
  const read = readingIn(database, transaction)
  const mails = await mailsRetracted(read, ticket.id, known.message.seq)
  if (!mails) return { kind: 'refused', ticket }
  const { attachments = [] } = known.record
  const references = attachments.map(({ id }) => document('attachments', id))
  const sent = (await readAll(references, transaction)).flatMap((file) => file ?? [])
  // Those of a ticket's beginning are to outlive it.
  const files = known.message.seq === 1 ? sent.map(({ ticketId: _, ...file }) => file) : sent
  write(database, transaction, mails)
  empty(database, transaction, known.record)
  for (const file of files) hold(database, transaction, file, at)
  giveRoomBack(database, transaction, record, files)
  const bytes = record.bytes - roomOfFiles(files)
  return {
    kind: 'retracted',
    ticket: changeTicket(database, transaction, record, change, { bytes }),
  }
}

function empty(
  { within }: Database,
  transaction: Transaction,
  { attachments: _, copies: __, ...place }: MessageRecord,
) {
  transaction.set(within(place.ticketId, 'messages').doc(idOf(place.clientKey)), {
    ...place,
    kind: 'moved',
    body: '',
    words: [],
    sentHashes: [],
  })
}

function hold(
  { document }: Database,
  transaction: Transaction,
  file: AttachmentRecord,
  createdAt: Date,
) {
  transaction.set(document('attachments', file.id), { ...file, waiting: true, createdAt })
}
