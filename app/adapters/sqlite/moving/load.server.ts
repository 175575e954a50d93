import { type Kysely, sql } from 'kysely'
import type { MovedMessage, MovedTicket, Piece } from '../../../domain/export/moving'
import { kindCalled } from '../../../domain/record-stores'
import { emailKey } from '../../../domain/text/email'
import { userColumns } from '../accounts/sessions.server'
import { type Schema, toRow } from '../database/schema.server'
import { toCells } from '../feedback/feedback.server'
import { insert as insertRecord } from '../records/records.server'
import { addBooking, countOrder } from '../shop/order-lists.server'
import { emptyRow, toOrderRow } from '../shop/order-rows.server'
import { indexOrder } from '../shop/order-search.server'
import { writeStock } from '../shop/stock.server'
import { addHistory, addTags } from '../tickets/changes.server'
import { countTicket } from '../tickets/counts.server'
import { indexMerged, indexMessage, indexSome, indexTicket } from '../tickets/index.server'

const commitSize = 500

/** Into an empty database. Foreign keys are checked at the end: a merged ticket names a later one. */
export async function load(kysely: Kysely<Schema>, pieces: AsyncIterable<Piece>): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(kysely)
  let several: Piece[] = []
  const commit = async () => {
    await kysely.transaction().execute(async (transaction) => {
      for (const piece of several) {
        await add(transaction, piece)
      }
      while (await indexSome(transaction));
    })
    several = []
  }
  for await (const piece of pieces) {
    several.push(piece)
    if (several.length === commitSize) await commit()
  }
  await commit()
  const { rows } = await sql`pragma foreign_key_check`.execute(kysely)
  if (rows.length > 0) throw new Error(`Broken references: ${JSON.stringify(rows.slice(0, 3))}`)
}

async function add(kysely: Kysely<Schema>, piece: Piece): Promise<void> {
  const insert = async <Table extends keyof Schema>(table: Table, cells: object) => {
    await kysely
      .insertInto(table)
      .values(cells as never)
      .execute()
  }
  switch (piece.noun) {
    case 'account': {
      const { record } = piece
      return insert('accounts', { ...toRow(record), emailKey: emailKey(record.email) })
    }
    case 'session': {
      const { user, ...session } = piece.record
      return insert('sessions', { ...toRow(session), ...userColumns(user) })
    }
    case 'desk': {
      const searchPlace = sql<number>`(select ifnull(max(search_place), 0) + 1 from desks)`
      return insert('desks', { ...toRow(piece.record), searchPlace })
    }
    case 'ticket':
      return addTicket(kysely, piece.record)
    case 'message':
      return addMessage(kysely, piece.record)
    case 'feedback':
      return insert('feedback', toCells(piece.record))
    case 'declaration': {
      const { ticket, ...declaration } = piece.record
      const place = { deskId: ticket?.deskId ?? null, ticketNumber: ticket?.number ?? null }
      return insert('declarations', { ...toRow(declaration), ...place })
    }
    case 'siteClaim':
      return insert('siteClaim', { id: 1, ...piece.record })
    case 'siteSettings': {
      const { version, settings } = piece.record
      return insert('siteSettings', { id: 1, version, content: JSON.stringify(settings) })
    }
    case 'sitePicture':
      return insert('sitePictures', piece.record)
    case 'legal': {
      const { version, details } = piece.record
      return insert('legalDetails', { id: 1, version, content: JSON.stringify(details) })
    }
    case 'order': {
      await insert('orders', toOrderRow(piece.record))
      await countOrder(kysely, undefined, piece.record)
      return indexOrder(kysely, piece.record)
    }
    case 'orderEvent':
      return insert('orderEvents', piece.record)
    case 'catalogue': {
      const { version, products, ...rest } = piece.record
      await insert('catalogue', { id: 1, version, content: JSON.stringify(rest) })
      for (const [index, product] of products.entries())
        await insert('products', { id: product.id, place: index, content: JSON.stringify(product) })
      return
    }
    case 'productPhoto':
      return insert('productPhotos', piece.record)
    case 'booking':
      return addBooking(kysely, piece.record)
    case 'restrictedOrder': {
      const { number, record, keepUntil } = piece.record
      const cells = JSON.stringify({ ...emptyRow, ...toRow(record) })
      return insert('restrictedOrders', { number, record: cells, keepUntil: keepUntil.getTime() })
    }
    case 'shop': {
      const { lastOrder, lastInvoice, stock } = piece.record
      for (const [name, value] of Object.entries({ order: lastOrder, invoice: lastInvoice }))
        await kysely.updateTable('counters').set({ value }).where('name', '=', name).execute()
      return writeStock(kysely, stock)
    }
    case 'erasure':
      return insert('accountErasures', toRow(piece.record))
    default:
      return insertRecord(kysely, kindCalled(piece.noun), piece.record)
  }
}

async function addTicket(kysely: Kysely<Schema>, record: MovedTicket): Promise<void> {
  const {
    feedbackKey: _,
    stoppedAt,
    copyStops,
    history,
    merged: __,
    followUps: ___,
    bytes: ____,
    ...own
  } = record
  const cells = { ...toRow(own), visitorEmailKey: emailKey(own.visitorEmail) }
  await kysely.insertInto('tickets').values(cells).execute()
  await countTicket(kysely, own.deskId, undefined, own)
  await addHistory(kysely, own.id, history)
  if (!own.mergedInto) await indexTicket(kysely, own)
  await addTags(kysely, own)
  for (const each of record.merged) await indexMerged(kysely, own, each)
  if (stoppedAt || copyStops) {
    const stop = toRow({ ticketId: own.id, stoppedAt, copies: copyStops })
    await kysely.insertInto('mailStops').values(stop).execute()
  }
}

async function addMessage(kysely: Kysely<Schema>, record: MovedMessage) {
  const { attachments, ...message } = record
  await kysely.insertInto('messages').values(toRow(message)).execute()
  for (const [position, attachment] of attachments.entries()) {
    const place = { messageId: message.id, position, ticketId: message.ticketId, source: null }
    const cells = { ...place, ...toRow(attachment) }
    await kysely
      .insertInto('attachments')
      .values(cells as never)
      .execute()
  }
  await indexMessage(kysely, message)
}
