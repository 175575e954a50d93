import type { Query, Transaction } from 'firebase-admin/firestore'
import { mailKind } from '../../../domain/outbox/mail-records'
import { kindsOfAccount, kindsOfDesk } from '../../../domain/record-stores'
import type { AnyKind } from '../../../domain/records/kinds'
import { draftKind } from '../../../domain/tickets/draft-records'
import { mentionKind } from '../../../domain/tickets/mention-records'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { ErasureRecord, TicketRecord } from '../database/schema'
import { unclaim } from '../database/unique.server'
import { removeAttachments } from '../files/attachments.server'
import { collectionOf, documentOf, ofDeskQuery } from '../records/queries.server'
import { restrictOrders } from '../shop/restricted-orders.server'
import { unassign } from '../tickets/assignees.server'
import { unclaimTicket } from './claims.server'

const kindsOfTicket: readonly AnyKind[] = [mailKind, draftKind, mentionKind]

/** Per commit; an attachment counts for three with its files. */
const mostAtOnce = 100

/** Erases up to `limit` records in one commit; returns how many; undefined for none. */
export async function eraseSome(database: Database, limit: number): Promise<number | undefined> {
  const most = Math.min(limit, mostAtOnce)
  const { collection } = database
  const hidden = await firstOf(collection('tickets').where('hidden', '==', true))
  if (hidden) return eraseFromTicket(database, hidden, most)
  const account = await firstOf(collection('erasures').where('hasData', '==', true))
  return account && eraseFromAccount(database, account, most)
}

/** The ticket itself goes last. */
async function eraseFromTicket(database: Database, ticket: TicketRecord, limit: number) {
  const { collection, document, transact, within } = database
  const { id } = ticket
  const files = await eraseAttachments(
    database,
    collection('attachments').where('ticketId', '==', id).limit(limit),
  )
  if (files > 0) return files
  const messages = await eraseMessages(database, id, Math.ceil(limit / 2))
  if (messages > 0) return messages
  const own: Query<unknown>[] = [
    within(id, 'history'),
    ...kindsOfTicket.map((kind) => collectionOf(database, kind).where('ticketId', '==', id)),
  ]
  for (const query of own) {
    const erased = await eraseFound(database, query.limit(limit))
    if (erased > 0) return erased
  }
  return transact([`ticket ${id}`], async (transaction) => {
    const reference = document('tickets', id)
    const there = (await transaction.get(reference)).data()
    const { size } = await transaction.get(within(id, 'messages').limit(1))
    if (size > 0) return 1
    await giveRoomBack(database, transaction, ticket)
    transaction.delete(reference)
    transaction.delete(document('mailStops', id))
    if (there && !there.hidden) unclaimTicket(database, transaction, there)
    return 1
  })
}

/** Other accounts' orders stay, without the desk. */
async function forgetDesk(
  { collection }: Database,
  transaction: Transaction,
  deskId: string,
  limit: number,
): Promise<number> {
  const [orders, declarations] = await Promise.all([
    transaction.get(collection('orders').where('deskId', '==', deskId).limit(limit)),
    transaction.get(collection('declarations').where('ticket.deskId', '==', deskId).limit(limit)),
  ])
  for (const each of orders.docs) transaction.set(each.ref, { ...each.data(), deskId: undefined })
  for (const each of declarations.docs)
    transaction.set(each.ref, { ...each.data(), ticket: undefined })
  return orders.size + declarations.size
}

async function giveRoomBack(
  { document }: Database,
  transaction: Transaction,
  { id, deskId }: TicketRecord,
): Promise<void> {
  const reference = document('rooms', deskId)
  const room = (await transaction.get(reference)).data()
  if (!room) return
  const left = Object.entries(room.uploads).filter(([, { ticketId }]) => ticketId !== id)
  const { [id]: _, ...strangers } = room.strangers
  transaction.set(reference, { ...room, uploads: Object.fromEntries(left), strangers })
}

/** The record that hides it goes last. */
async function eraseFromAccount(database: Database, account: ErasureRecord, limit: number) {
  const { collection, document, transact } = database
  const { uid, deskId } = account
  if (deskId) {
    const ofDesk = (name: 'feedback' | 'deskMonths') =>
      collection(name as 'feedback').where('deskId', '==', deskId)
    const ticket = await firstOf(collection('tickets').where('deskId', '==', deskId))
    if (ticket) return eraseFromTicket(database, ticket, limit)
    const held = collection('attachments').where('deskId', '==', deskId)
    const files = await eraseAttachments(database, held.limit(limit))
    if (files > 0) return files
    for (const name of ['feedback', 'deskMonths'] as const) {
      const erased = await eraseFound(database, ofDesk(name).limit(limit))
      if (erased > 0) return erased
    }
    for (const kind of kindsOfDesk) {
      const erased = await eraseFound(database, ofDeskQuery(database, kind, deskId).limit(limit))
      if (erased > 0) return erased
    }
  }
  const restricted = await restrictOrders(database, uid)
  if (restricted > 0) return restricted
  const unassigned = await unassign(database, { uid })
  if (unassigned > 0) return unassigned
  return transact([`account ${uid}`], async (transaction) => {
    const named = deskId ? await forgetDesk(database, transaction, deskId, limit) : 0
    if (named > 0) return named
    const kept = collection('tickets').where('keptBy', '==', uid).limit(limit)
    const sessions = collection('sessions').where('user.uid', '==', uid).limit(limit)
    const [tickets, ended] = [await transaction.get(kept), await transaction.get(sessions)]
    for (const each of tickets.docs)
      transaction.set(each.ref, { ...each.data(), keptBy: undefined })
    for (const { ref } of ended.docs) transaction.delete(ref)
    const several = tickets.size + ended.size
    if (several > 0) return several
    transaction.delete(document('accounts', uid))
    for (const kind of kindsOfAccount) transaction.delete(documentOf(database, kind, [uid]))
    for (const name of ['deskCounts', 'rooms'] as const)
      if (deskId) transaction.delete(document(name, deskId))
    transaction.set(document('erasures', uid), { ...account, hasData: false })
    return 1
  })
}

async function eraseAttachments(
  database: Database,
  query: Query<Parameters<typeof removeAttachments>[2][number]>,
) {
  return database.transact([], async (transaction) => {
    const { docs } = await transaction.get(query)
    if (docs.length > 0)
      removeAttachments(
        database,
        transaction,
        docs.map((each) => each.data()),
      )
    return docs.length
  })
}

async function eraseFound({ transact }: Database, query: Query<unknown>): Promise<number> {
  return transact([], async (transaction: Transaction) => {
    const { docs } = await transaction.get(query)
    for (const { ref } of docs) transaction.delete(ref)
    return docs.length
  })
}

/** Also the records of the e-mails that they came from. */
async function eraseMessages(database: Database, ticketId: string, limit: number) {
  const { transact, within } = database
  return transact([], async (transaction) => {
    const { docs } = await transaction.get(within(ticketId, 'messages').limit(limit))
    for (const each of docs) {
      const { mail } = each.data()
      if (mail) unclaim(database, transaction, 'mail', mail.key)
      transaction.delete(each.ref)
    }
    return docs.length
  })
}
