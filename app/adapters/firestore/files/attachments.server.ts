import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import type { AttachmentStore, HeldAttachment } from '../../../domain/files/attachments'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import { removeAll } from '../database/removal.server'
import type { AttachmentRecord } from '../database/schema'
import type { TicketLookup } from '../tickets/lookup.server'
import { createRooms, roomOfFiles } from './rooms.server'

const mostNames = 30

/** Per commit; each has a document and two files. */
const mostRemoved = 100

export function createAttachmentStore(database: Database, lookup: TicketLookup): AttachmentStore {
  const { collection, document, readAll, transact } = database

  const letSomeGo = (than: Date, limit: number) =>
    transact([], async (transaction) => {
      const waiting = collection('attachments').where('waiting', '==', true)
      const old = waiting.where('createdAt', '<', than).orderBy('createdAt').limit(limit)
      const { docs } = await transaction.get(old)
      removeAttachments(
        database,
        transaction,
        docs.map((each) => each.data()),
      )
      return docs.length
    })

  return {
    ...createRooms(database),

    async list(deskId, ids) {
      const records = await readAll(ids.map((id) => document('attachments', id)))
      return records.flatMap((record) => (record?.deskId === deskId ? toHeld(record) : []))
    },

    async find(asker, id) {
      const record = (await document('attachments', id).get()).data()
      if (!record?.ticketId || record.waiting) return undefined
      if ('deskId' in asker) {
        const ticket = (await document('tickets', record.ticketId).get()).data()
        const isTheirs = ticket?.deskId === asker.deskId && !ticket.hidden
        return isTheirs && (await lookup.isDeskThere(asker.deskId)) ? toHeld(record) : undefined
      }
      const ticket = await lookup.find(asker)
      const within = ticket && [ticket.id, ...ticket.parts.map((part) => part.id)]
      return within?.includes(record.ticketId) && !record.noted ? toHeld(record) : undefined
    },

    async letGo(than, limit) {
      let gone = 0
      while (gone < limit) {
        const most = Math.min(limit - gone, mostRemoved)
        const removed = await letSomeGo(than, most)
        gone += removed
        if (removed < most) break
      }
      return gone
    },

    async discarded(limit) {
      return (await listOf(collection('discardedFiles').limit(limit))).map(({ file }) => file)
    },

    async forget(files) {
      await removeAll(
        database,
        files.map((file) => ({ ref: document('discardedFiles', file) })),
      )
    },

    async strays(files) {
      const known = new Set<string>()
      for (let start = 0; start < files.length; start += mostNames) {
        const names = files.slice(start, start + mostNames)
        const found = collection('attachments').where('files', 'array-contains-any', names)
        for (const record of await listOf(found)) for (const file of record.files) known.add(file)
      }
      return files.filter((file) => !known.has(file))
    },
  }
}

/** Discards their files and returns their room, in the transaction. */
export function removeAttachments(
  { document }: Database,
  transaction: Transaction,
  records: readonly AttachmentRecord[],
): void {
  for (const { id, files } of records) {
    transaction.delete(document('attachments', id))
    for (const file of files) transaction.set(document('discardedFiles', file), { file })
  }
  for (const deskId of new Set(records.map((record) => record.deskId))) {
    const own = records.filter((record) => record.deskId === deskId)
    const bytes = FieldValue.increment(-roomOfFiles(own))
    const uploads = Object.fromEntries(own.map(({ id }) => [id, FieldValue.delete()]))
    transaction.set(document('rooms', deskId), { bytes, uploads }, { merge: true })
  }
}

export function toHeld(record: AttachmentRecord): HeldAttachment {
  const { files: _, waiting: __, ticketId: ___, source: ____, noted: _____, ...attachment } = record
  return attachment
}
