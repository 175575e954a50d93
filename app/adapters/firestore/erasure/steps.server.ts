import type { Query, Transaction } from 'firebase-admin/firestore'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { ErasureRecord, TicketRecord } from '../database/schema'
import { removeAttachments } from '../files/attachments.server'
import { unclaimTicket } from './claims.server'

/** Documents that one commit removes: of an attachment its own and two files’. */
const mostAtOnce = 100

/**
 * Erases up to `limit` of what is hidden, in one commit, and returns how many it takes for: one at
 * least. Undefined if there is nothing.
 */
export async function eraseSome(database: Database, limit: number): Promise<number | undefined> {
  const most = Math.min(limit, mostAtOnce)
  const { collection } = database
  const hidden = await firstOf(collection('tickets').where('hidden', '==', true))
  if (hidden) return eraseFromTicket(database, hidden, most)
  const account = await firstOf(collection('erasures').where('hasData', '==', true))
  return account && eraseFromAccount(database, account, most)
}

/** Of what a ticket has many of; once there is no more, the ticket itself. */
async function eraseFromTicket(database: Database, ticket: TicketRecord, limit: number) {
  const { collection, document, transact, within } = database
  const { id } = ticket
  const files = await eraseAttachments(
    database,
    collection('attachments').where('ticketId', '==', id).limit(limit),
  )
  if (files > 0) return files
  const own: Query<unknown>[] = [
    within(id, 'messages'),
    within(id, 'history'),
    collection('mails').where('ticketId', '==', id),
  ]
  for (const query of own) {
    const erased = await eraseFound(database, query.limit(limit))
    if (erased > 0) return erased
  }
  // Unless somebody has written meanwhile.
  return transact([`ticket ${id}`], async (transaction) => {
    const place = document('tickets', id)
    const there = (await transaction.get(place)).data()
    const { size } = await transaction.get(within(id, 'messages').limit(1))
    if (size > 0) return 1
    await giveRoomBack(database, transaction, ticket)
    transaction.delete(place)
    transaction.delete(document('mailStops', id))
    if (there && !there.hidden) unclaimTicket(database, transaction, there)
    return 1
  })
}

/** Takes a desk's name out of what stays, such as others' orders. */
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

/** Gives back what was reserved for uploads to the ticket. */
async function giveRoomBack(
  { document }: Database,
  transaction: Transaction,
  { id, deskId }: TicketRecord,
): Promise<void> {
  const place = document('rooms', deskId)
  const room = (await transaction.get(place)).data()
  if (!room) return
  const left = Object.entries(room.uploads).filter(([, { ticketId }]) => ticketId !== id)
  const { [id]: _, ...strangers } = room.strangers
  transaction.set(place, { ...room, uploads: Object.fromEntries(left), strangers })
}

/** Of what a hidden account and its desk have; the record that says so comes last. */
async function eraseFromAccount(database: Database, account: ErasureRecord, limit: number) {
  const { collection, document, transact } = database
  const { uid, deskId } = account
  if (deskId) {
    const ofDesk = (name: 'feedback' | 'mails' | 'savedReplies' | 'entitlements' | 'deskMonths') =>
      collection(name as 'feedback').where('deskId', '==', deskId)
    const ticket = await firstOf(collection('tickets').where('deskId', '==', deskId))
    if (ticket) return eraseFromTicket(database, ticket, limit)
    const held = collection('attachments').where('deskId', '==', deskId)
    const files = await eraseAttachments(database, held.limit(limit))
    if (files > 0) return files
    for (const name of [
      'feedback',
      'mails',
      'savedReplies',
      'entitlements',
      'deskMonths',
    ] as const) {
      const erased = await eraseFound(database, ofDesk(name).limit(limit))
      if (erased > 0) return erased
    }
  }
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
    for (const name of ['accounts', 'photos'] as const) transaction.delete(document(name, uid))
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
