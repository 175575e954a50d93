import { type Kysely, type Selectable, sql } from 'kysely'
import {
  demandSameDesks,
  type ErasedTicket,
  furtherDesk,
  nextPurge,
} from '../../../domain/erasure/erasure'
import { hiddenTicket } from '../../../domain/erasure/hiding'
import { withoutIdentity } from '../../../domain/identity/identity-records'
import { passkeysRemoved } from '../../../domain/identity/passkey-records'
import { leaving } from '../../../domain/members/member-records'
import { isUnfinished, restrictOrder } from '../../../domain/shop/restricted-orders'
import type { TicketScope } from '../../../domain/tickets/scopes'
import type { Schema, TicketRow } from '../database/schema.server'
import { toRow } from '../database/schema.server'
import { anyOf } from '../files/attachment-rows.server'
import { readingIn, write } from '../records/records.server'
import { countOrder } from '../shop/order-lists.server'
import { toOrder } from '../shop/order-rows.server'
import { forgetSite } from '../site/site-settings.server'
import { countTicket } from '../tickets/counts.server'
import { toTicket, toTicketRow, within } from '../tickets/rows.server'
import { isAccountThere, isDeskThere } from './visible.server'

export async function hideTicket(
  transaction: Kysely<Schema>,
  scope: TicketScope,
  now: Date,
): Promise<ErasedTicket[]> {
  const row = await transaction
    .selectFrom('tickets')
    .selectAll('tickets')
    .where(within(scope))
    .executeTakeFirst()
  return row ? hideTickets(transaction, [row], now) : []
}

export async function hideOldTickets(
  transaction: Kysely<Schema>,
  { deskId, before, limit, now }: { deskId: string; before: Date; limit: number; now: Date },
): Promise<ErasedTicket[]> {
  const rows = await transaction
    .selectFrom('tickets')
    .selectAll()
    .where('deskId', '=', deskId)
    .where('mergedInto', 'is', null)
    .where('updatedAt', '<', before.getTime())
    .where(({ eb, or }) =>
      or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<', before.getTime())]),
    )
    .orderBy('updatedAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.length > 0 ? hideTickets(transaction, rows, now) : []
}

async function hideTickets(
  transaction: Kysely<Schema>,
  rows: Selectable<TicketRow>[],
  now: Date,
): Promise<ErasedTicket[]> {
  const tickets = rows.map(toTicket)
  for (const ticket of tickets) await countTicket(transaction, ticket.deskId, ticket, undefined)
  const merged = await transaction
    .selectFrom('tickets')
    .selectAll()
    .where('mergedInto', 'in', anyOf(tickets.map(({ id }) => id)))
    .execute()
  const all = [...tickets, ...merged.map(toTicket)]
  const ids = anyOf(all.map(({ id }) => id))
  for (const ticket of all) {
    await transaction
      .updateTable('tickets')
      .set({ ...toTicketRow(hiddenTicket(ticket), []), doneAt: null, ratedAt: null })
      .where('id', '=', ticket.id)
      .execute()
  }
  await transaction
    .updateTable('tickets')
    .set({ followUpOf: null })
    .where('followUpOf', 'in', ids)
    .execute()
  for (const table of ['ticketTags', 'feedback', 'mails', 'mailStops'] as const)
    await transaction.deleteFrom(table).where('ticketId', 'in', ids).execute()
  await notePurge(transaction, now)
  return all.map(({ id, deskId, number }) => ({ id, deskId, number }))
}

export async function hideAccount(
  transaction: Kysely<Schema>,
  uid: string,
  sealedTokens: string,
  now: Date,
  desks?: readonly string[],
): Promise<{ sessionIds: string[]; deskIds: string[] }> {
  const account = await transaction
    .selectFrom('accounts')
    .select('uid')
    .where('uid', '=', uid)
    .where(isAccountThere('accounts.uid'))
    .executeTakeFirst()
  if (!account) return { sessionIds: [], deskIds: [] }
  const deskIds = await leaveDesks(transaction, uid, now)
  demandSameDesks(deskIds, desks)
  await forgetName(transaction, uid)
  const [deskId = null, ...further] = deskIds
  const at = now.getTime()
  const hidden = { askedAt: at, dueAt: at, tries: 0 }
  await transaction
    .insertInto('accountErasures')
    .values([
      { uid, deskId, sealedTokens, ...hidden },
      ...further.map((id) => {
        return { uid: furtherDesk(uid, id), deskId: id, sealedTokens: null, ...hidden }
      }),
    ])
    .execute()
  const read = readingIn(transaction)
  await write(transaction, await withoutIdentity(read, uid))
  await write(transaction, await passkeysRemoved(read, uid))
  await restrictOrders(transaction, uid)
  for (const id of deskIds) await forgetSite(transaction, id)
  const sessions = await transaction
    .deleteFrom('sessions')
    .where('uid', '=', uid)
    .returning('idHash')
    .execute()
  await notePurge(transaction, now)
  return { sessionIds: sessions.map(({ idHash }) => idHash), deskIds }
}

/** Returns the desks that cannot be left, because they have no other manager. */
async function leaveDesks(transaction: Kysely<Schema>, uid: string, now: Date): Promise<string[]> {
  const memberships = await transaction
    .selectFrom('members')
    .select('deskId')
    .where('uid', '=', uid)
    .where(isDeskThere('members.deskId'))
    .orderBy('joinedAt')
    .orderBy('deskId')
    .execute()
  const left: string[] = []
  for (const { deskId } of memberships) {
    const who = { deskId, uid, at: now }
    const { result, changes } = await leaving(readingIn(transaction), who, { goes: true })
    if (result === 'last-manager') left.push(deskId)
    await write(transaction, changes)
  }
  return left
}

/** At the desks where words have the name of an account that is erased. */
async function forgetName(transaction: Kysely<Schema>, uid: string): Promise<void> {
  await sql`update desks set people =
      (select json_group_object(key, json(value)) from json_each(people) where key <> ${uid})
    where people is not null and exists (select 1 from json_each(people) where key = ${uid})`.execute(
    transaction,
  )
}

export async function notePurge(kysely: Kysely<Schema>, now: Date): Promise<void> {
  await kysely
    .insertInto('purges')
    .values({ dueAt: nextPurge(now).getTime() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Moves orders that must be kept by law to a table that no page reads; unfinished ones become a guest's. */
async function restrictOrders(transaction: Kysely<Schema>, uid: string): Promise<void> {
  const rows = await transaction.selectFrom('orders').selectAll().where('uid', '=', uid).execute()
  await transaction.updateTable('orders').set({ uid: null }).where('uid', '=', uid).execute()
  for (const order of rows.map(toOrder)) {
    if (isUnfinished(order)) continue
    await transaction.deleteFrom('orders').where('id', '=', order.id).execute()
    await countOrder(transaction, order, undefined)
    const restricted = restrictOrder(order)
    if (!restricted) continue
    const { number, record, keepUntil } = restricted
    await transaction
      .insertInto('restrictedOrders')
      .values({ number, record: JSON.stringify(toRow(record)), keepUntil: keepUntil.getTime() })
      .execute()
  }
}
