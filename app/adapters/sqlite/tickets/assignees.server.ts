import type { Kysely } from 'kysely'
import type { TicketChange } from '../../../domain/tickets/tickets'
import type { Schema } from '../database/schema.server'
import { changeTicket } from './changes.server'
import { toTicket } from './rows.server'

/** Undefined, so that the change is refused, where it makes the ticket somebody's who is no member. */
export async function withMember(
  transaction: Kysely<Schema>,
  deskId: string,
  change: TicketChange | undefined,
): Promise<TicketChange | undefined> {
  if (change?.assignee === undefined) return change
  const member = await transaction
    .selectFrom('members')
    .select('uid')
    .where('deskId', '=', deskId)
    .where('uid', '=', change.assignee)
    .executeTakeFirst()
  return member && change
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
