import type { Kysely } from 'kysely'
import { memberKind } from '../../../domain/members/member-records'
import type { TicketChange } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import type { Schema } from '../database/schema.server'
import { readingIn } from '../records/records.server'
import { changeTicket } from './changes.server'
import { toTicket } from './rows.server'

/** Undefined, so that the change is refused, where it makes the ticket somebody's who is no member. */
export async function withMember(
  transaction: Kysely<Schema>,
  deskId: string,
  change: TicketChange | undefined,
): Promise<TicketChange | undefined> {
  if (change?.assignee === undefined) return change
  const member = await readingIn(transaction).get(memberKind, deskId, change.assignee)
  return member && change
}

/** Tickets that become nobody's in one commit. */
const atOnce = 200

/** In commits of their own, as others wait for each. */
export async function unassignAll(
  { kysely }: Database,
  deskId: string,
  uid: string,
): Promise<void> {
  const some = () => kysely.transaction().execute((step) => unassign(step, { uid, deskId }, atOnce))
  while ((await some()) === atOnce) {}
}

/** Makes up to `limit` tickets of an account nobody's, at one desk or at all; returns how many. */
export async function unassign(
  transaction: Kysely<Schema>,
  { uid, deskId }: { uid: string; deskId?: string },
  limit: number,
): Promise<number> {
  let query = transaction.selectFrom('tickets').selectAll().where('assignee', '=', uid)
  if (deskId !== undefined) query = query.where('deskId', '=', deskId)
  const rows = await query.limit(limit).execute()
  for (const row of rows) await changeTicket(transaction, toTicket(row), { assignee: undefined })
  return rows.length
}
