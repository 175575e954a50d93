import type { Transaction } from 'firebase-admin/firestore'
import { memberKind } from '../../../domain/members/member-records'
import type { TicketChange } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { readingIn } from '../records/records.server'
import { changeTicket } from './changes.server'

/** Tickets in one commit. */
const atOnce = 100

/** Undefined, so that the change is refused, where it makes the ticket somebody's who is no member. */
export async function withMember(
  database: Database,
  transaction: Transaction,
  deskId: string,
  change: TicketChange | undefined,
): Promise<TicketChange | undefined> {
  if (change?.assignee === undefined) return change
  const member = await readingIn(database, transaction).get(memberKind, deskId, change.assignee)
  return member && change
}

export async function unassignAll(
  database: Database,
  whose: Parameters<typeof unassign>[1],
): Promise<void> {
  while ((await unassign(database, whose)) > 0) {}
}

/** Makes tickets of an account nobody's, at one desk or at all, in one commit; returns how many. */
export async function unassign(
  database: Database,
  { uid, deskId }: { uid: string; deskId?: string },
): Promise<number> {
  const { collection, recent, transact } = database
  let query = collection('tickets').where('assignee', '==', uid)
  if (deskId !== undefined) query = query.where('deskId', '==', deskId)
  const ids = await transact([`tickets of ${uid}`], async (transaction) => {
    const { docs } = await transaction.get(query.limit(atOnce))
    const tickets = docs.map((each) => each.data())
    for (const ticket of tickets)
      changeTicket(database, transaction, ticket, { assignee: undefined })
    return tickets.map(({ id }) => id)
  })
  for (const id of ids) recent.tickets.forget(`ticket ${id}`)
  return ids.length
}
