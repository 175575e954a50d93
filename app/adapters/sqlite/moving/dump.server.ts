import { type Kysely, type Selectable, sql } from 'kysely'
import type { MovedMessage, MovedTicket, Piece } from '../../../domain/export/moving'
import { kinds } from '../../../domain/record-stores'
import type { ProductPhoto } from '../../../domain/shop/product-photos'
import type { RestrictedOrder } from '../../../domain/shop/restricted-orders'
import type { MessageMail } from '../../../domain/tickets/message-mail'
import { toAccount } from '../accounts/accounts.server'
import { toSession } from '../accounts/sessions.server'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema, type TicketRow } from '../database/schema.server'
import { toDesk } from '../desks/desks.server'
import { createSiteClaimStore } from '../desks/site-claim.server'
import { toFeedback } from '../feedback/rows.server'
import { toHeld } from '../files/attachment-rows.server'
import { toDeclaration } from '../legal/declarations.server'
import { createLegalStore } from '../legal/legal-details.server'
import { allOf } from '../records/records.server'
import { createCatalogueStore } from '../shop/catalogue.server'
import { toBooking } from '../shop/order-lists.server'
import { toOrder } from '../shop/order-rows.server'
import { createSiteStore } from '../site/site-settings.server'
import { toEntry } from '../tickets/history.server'
import { toTicket } from '../tickets/rows.server'

const pageSize = 200

export async function* dump(database: Database): AsyncGenerator<Piece> {
  const { kysely } = database
  for await (const row of rows(kysely, 'accounts', 'uid'))
    yield { noun: 'account', record: toAccount(row) }
  for await (const row of rows(kysely, 'sessions', 'idHash'))
    yield { noun: 'session', record: toSession(row) }
  for await (const row of rows(kysely, 'desks', 'id')) {
    yield { noun: 'desk', record: { ...toDesk(row), lastNumber: row.lastNumber } }
    yield* ofDesk(kysely, row.id)
  }
  for (const kind of kinds)
    for await (const record of allOf(kysely, kind, pageSize))
      yield { noun: kind.noun, record } as Piece
  for await (const row of rows(kysely, 'declarations', 'key'))
    yield { noun: 'declaration', record: toDeclaration(row) }
  const deskId = await createSiteClaimStore(database).find()
  if (deskId !== undefined) yield { noun: 'siteClaim', record: { deskId } }
  const site = await createSiteStore(database).find()
  if (site) yield { noun: 'siteSettings', record: site }
  for await (const row of rows(kysely, 'sitePictures', 'id'))
    yield { noun: 'sitePicture', record: toPhoto(row) }
  const legal = await createLegalStore(database).find()
  if (legal) yield { noun: 'legal', record: legal }
  for await (const row of rows(kysely, 'orders', 'checkoutKey'))
    yield { noun: 'order', record: toOrder(row) }
  for await (const row of rows(kysely, 'orderEvents', 'id'))
    yield { noun: 'orderEvent', record: row }
  const shelf = await createCatalogueStore(database).find()
  if (shelf) yield { noun: 'catalogue', record: { ...shelf.catalogue, version: shelf.version } }
  for await (const row of rows(kysely, 'productPhotos', 'id'))
    yield { noun: 'productPhoto', record: toPhoto(row) }
  for await (const row of rows(kysely, 'bookings', 'id'))
    yield { noun: 'booking', record: toBooking(row) }
  for await (const row of rows(kysely, 'restrictedOrders', 'number'))
    yield { noun: 'restrictedOrder', record: toRestricted(row) }
  const counters = await kysely.selectFrom('counters').selectAll().execute()
  const counted = (name: string) => counters.find((each) => each.name === name)?.value ?? 0
  const stock = await kysely.selectFrom('stock').selectAll().orderBy('productId').execute()
  const numbers = { lastOrder: counted('order'), lastInvoice: counted('invoice') }
  yield { noun: 'shop', record: { ...numbers, stock } }
  for await (const row of rows(kysely, 'accountErasures', 'uid')) {
    const { uid, deskId, sealedTokens, askedAt, dueAt, tries } = row
    const named = { uid, deskId: deskId ?? undefined, sealedTokens: sealedTokens ?? undefined }
    const times = { askedAt: new Date(askedAt), dueAt: optionalDate(dueAt) }
    yield { noun: 'erasure', record: { ...named, ...times, tries } }
  }
}

async function* ofDesk(kysely: Kysely<Schema>, deskId: string): AsyncGenerator<Piece> {
  for await (const row of rows(kysely, 'tickets', 'id', deskId)) {
    yield { noun: 'ticket', record: await ticketOf(kysely, row) }
    for await (const record of messagesOf(kysely, row.id)) yield { noun: 'message', record }
  }
  for await (const row of rows(kysely, 'feedback', 'id', deskId))
    yield { noun: 'feedback', record: toFeedback(row) }
}

async function ticketOf(kysely: Kysely<Schema>, row: Selectable<TicketRow>) {
  const { id } = row
  const history = await kysely
    .selectFrom('ticketHistory')
    .select(['at', 'actor', 'kind', 'detail', 'form', 'byUid'])
    .where('ticketId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const first = sql<number>`(select min(seq) from messages
    where ticket_id = ${id} and merged_from = tickets.number)`
  const merged = await kysely
    .selectFrom('tickets')
    .selectAll()
    .select(first.as('first'))
    .where('mergedInto', '=', id)
    .orderBy('number')
    .execute()
  const followUps = kysely.selectFrom('tickets').select('id').where('followUpOf', '=', id)
  const given = kysely.selectFrom('feedback').select('createKey').where('ticketId', '=', id)
  const stop = kysely.selectFrom('mailStops').selectAll().where('ticketId', '=', id)
  const { rows } = await sql<{
    bytes: number
  }>`select coalesce(sum(coalesce(room, size)), 0) as bytes
    from attachments join messages on messages.id = message_id
    where messages.ticket_id = ${id}`.execute(kysely)
  const stopped = await stop.executeTakeFirst()
  return {
    ...toTicket(row),
    dealtWith: row.dealtWith === 1,
    doneAt: optionalDate(row.doneAt),
    ratedAt: optionalDate(row.ratedAt),
    feedbackKey: (await given.executeTakeFirst())?.createKey,
    stoppedAt: optionalDate(stopped?.stoppedAt ?? null),
    copyStops: stopped?.copies ? JSON.parse(stopped.copies) : undefined,
    history: history.map(toEntry),
    merged: merged.map(({ first, ...each }) => {
      const { number, secretHash, visitorName, visitorEmail, tags } = toTicket(each)
      const named = { id: each.id, number, secretHash, visitorName, visitorEmail, tags }
      return { ...named, after: first - 1 }
    }),
    followUps: (await followUps.orderBy('id').execute()).map((each) => each.id),
    bytes: rows[0]?.bytes ?? 0,
  } satisfies MovedTicket
}

async function* messagesOf(kysely: Kysely<Schema>, ticketId: string): AsyncGenerator<MovedMessage> {
  for (let after = 0; ; ) {
    const page = await kysely
      .selectFrom('messages')
      .selectAll()
      .where('ticketId', '=', ticketId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const { mergedFrom, mail, copies, byUid, ...row } of page) {
      const attached = await kysely
        .selectFrom('attachments')
        .selectAll()
        .where('messageId', '=', row.id)
        .orderBy('position')
        .execute()
      const attachments = attached.map((each) => {
        return { ...toHeld(each), source: each.source ?? undefined }
      })
      const createdAt = new Date(row.createdAt)
      const optional = {
        mergedFrom: mergedFrom ?? undefined,
        ...(byUid !== null && { byUid }),
        ...(mail !== null && { mail: JSON.parse(mail) as MessageMail }),
        ...(copies !== null && { copies: JSON.parse(copies) as string[] }),
      }
      yield { ...row, ...optional, createdAt, attachments }
      after = row.seq
    }
    if (page.length < pageSize) return
  }
}

/** libsql returns bare ArrayBuffers. */
function toPhoto({ id, square, whole }: ProductPhoto): ProductPhoto {
  return { id, square: new Uint8Array(square), whole: new Uint8Array(whole) }
}

function toRestricted(row: Schema['restrictedOrders']): RestrictedOrder {
  const cells = JSON.parse(row.record)
  const { secretHash: _, uid: __, deskId: ___, note: ____, ...record } = toOrder(cells)
  return { number: row.number, record, keepUntil: new Date(row.keepUntil) }
}

/** Of a table, or of a desk's part of it, by its key. */
async function* rows<Table extends keyof Schema>(
  kysely: Kysely<Schema>,
  table: Table,
  key: string & keyof Schema[Table],
  deskId?: string,
): AsyncGenerator<Selectable<Schema[Table]>> {
  for (let after: unknown; ; ) {
    let page = kysely
      .selectFrom(table as 'tickets')
      .selectAll()
      .orderBy(key as 'id')
      .limit(pageSize)
    if (deskId !== undefined) page = page.where('deskId', '=', deskId)
    if (after !== undefined) page = page.where(key as 'id', '>', after as string)
    const found = (await page.execute()) as unknown as Selectable<Schema[Table]>[]
    yield* found
    after = found.at(-1)?.[key as keyof Selectable<Schema[Table]>]
    if (found.length < pageSize) return
  }
}
