import { FieldPath, type Query } from 'firebase-admin/firestore'
import type { MovedMessage, MovedTicket, Piece } from '../../../domain/export/moving'
import { kinds } from '../../../domain/record-stores'
import { photosIn } from '../../../domain/shop/catalogue-store'
import type { PhotoSize, ProductPhoto } from '../../../domain/shop/product-photos'
import { picturesIn } from '../../../domain/site/settings'
import { toAccount } from '../accounts/accounts.server'
import { toSession } from '../accounts/sessions.server'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { Schema, TicketRecord } from '../database/schema'
import { toDesk } from '../desks/desks.server'
import { toFeedback } from '../feedback/feedback.server'
import { toHeld } from '../files/attachments.server'
import { collectionOf } from '../records/queries.server'
import { createCatalogueStore } from '../shop/catalogue.server'
import { toOrder } from '../shop/order-lists.server'
import { newShop } from '../shop/shop'
import { createSiteStore } from '../site/site-settings.server'
import { listKnown, withOwnKeys } from '../tickets/messages.server'
import { toTicket } from '../tickets/records.server'

const pageSize = 200

export async function* dump(database: Database): AsyncGenerator<Piece> {
  const { collection, document } = database
  const all = <Name extends keyof Schema>(name: Name) => documents(collection(name))
  for await (const { record } of all('accounts')) {
    const account = toAccount(record)
    if (account) yield { noun: 'account', record: account }
  }
  for await (const { record } of all('sessions')) {
    const session = toSession(record)
    if (session) yield { noun: 'session', record: session }
  }
  for await (const { id, record } of all('desks')) {
    const desk = toDesk(record)
    if (!desk) continue
    const counts = (await document('deskCounts', id).get()).data()
    yield { noun: 'desk', record: { ...desk, lastNumber: counts?.lastNumber ?? 0 } }
    yield* ofDesk(database, desk.id)
  }
  for (const kind of kinds)
    for await (const { record } of documents(collectionOf(database, kind)))
      yield { noun: kind.noun, record } as Piece
  for await (const { record } of all('declarations')) yield { noun: 'declaration', record }
  for await (const { record } of all('siteClaim')) yield { noun: 'siteClaim', record }
  const siteStore = createSiteStore(database)
  const site = await siteStore.find()
  if (site) yield { noun: 'siteSettings', record: site }
  for (const id of site ? picturesIn(site.settings) : []) {
    const photo = await photoIn(id, siteStore.findPicture)
    if (photo) yield { noun: 'sitePicture', record: photo }
  }
  for await (const { record } of all('legalDetails')) yield { noun: 'legal', record }
  for await (const { record } of all('orders')) yield { noun: 'order', record: toOrder(record) }
  for await (const { id, record } of all('orderEvents'))
    yield { noun: 'orderEvent', record: { id, ...record } }
  const shelf = createCatalogueStore(database)
  const stored = await shelf.find()
  if (stored) yield { noun: 'catalogue', record: { ...stored.catalogue, version: stored.version } }
  for (const id of stored ? photosIn(stored.catalogue) : []) {
    const photo = await photoIn(id, shelf.findPhoto)
    if (photo) yield { noun: 'productPhoto', record: photo }
  }
  for await (const { record } of all('bookings')) yield { noun: 'booking', record }
  for await (const { record } of all('restrictedOrders')) yield { noun: 'restrictedOrder', record }
  const { lastOrder, lastInvoice, stock } = (await document('shop', 'shop').get()).data() ?? newShop
  const inOrder = Object.values(stock).sort((one, other) =>
    one.productId < other.productId ? -1 : 1,
  )
  yield { noun: 'shop', record: { lastOrder, lastInvoice, stock: inOrder } }
  for await (const { record } of all('erasures')) {
    const { hasData: _, ...erasure } = record
    yield { noun: 'erasure', record: erasure }
  }
}

async function photoIn(
  id: string,
  find: (id: string, size: PhotoSize) => Promise<Uint8Array | undefined>,
): Promise<ProductPhoto | undefined> {
  const [square, whole] = [await find(id, 'square'), await find(id, 'whole')]
  return square && whole && { id, square, whole }
}

async function* ofDesk(database: Database, deskId: string): AsyncGenerator<Piece> {
  const { collection } = database
  const own = <Name extends 'tickets' | 'feedback'>(name: Name) =>
    documents((collection(name) as Query<Schema[Name]>).where('deskId', '==', deskId))
  for await (const { record } of own('tickets')) {
    yield { noun: 'ticket', record: await ticketOf(database, record) }
    if (record.mergedInto) continue
    for await (const message of messagesOf(database, record))
      yield { noun: 'message', record: message }
  }
  for await (const { record } of own('feedback'))
    yield { noun: 'feedback', record: toFeedback(record) }
}

async function ticketOf(
  { document, readAll, within }: Database,
  record: TicketRecord,
): Promise<MovedTicket> {
  const { id, began, parts, followUps, bytes, dealtWith, doneAt, ratedAt, feedbackKey } = record
  const chunks = await listOf(within(id, 'history').orderBy('chunk'))
  const later = chunks.flatMap(({ lines }) => Object.entries(lines))
  later.sort(([one, first], [other, second]) => {
    return first.at.getTime() - second.at.getTime() || (one < other ? -1 : 1)
  })
  const sources = await readAll(parts.map((part) => document('tickets', part.id)))
  const merged = parts.flatMap(({ offset }, index) => {
    const source = sources[index]
    if (!source) return []
    const { id, number, secretHash, visitorName, visitorEmail, tags } = source
    return [{ id, number, secretHash, visitorName, visitorEmail, tags, after: offset }]
  })
  const stop = (await document('mailStops', id).get()).data()
  return {
    ...toTicket(record),
    ...{ dealtWith, doneAt, ratedAt, feedbackKey, bytes },
    stoppedAt: stop?.stoppedAt,
    copyStops: stop?.copies,
    history: [...began, ...later.map(([, line]) => line)],
    merged: merged.sort((one, other) => one.number - other.number),
    followUps: followUps.toSorted(),
  }
}

async function* messagesOf(database: Database, ticket: TicketRecord): AsyncGenerator<MovedMessage> {
  for (let after = 0; ; ) {
    const page = await listKnown(database, ticket, after, pageSize, [
      'text',
      'note',
      'split',
      'moved',
    ])
    const messages = page.map(({ record, message }) => ({ ...message, kind: record.kind }))
    for (const { attachments: shown = [], ...message } of withOwnKeys(messages)) {
      const references = shown.map(({ id }) => database.document('attachments', id))
      const attachments = (await database.readAll(references)).flatMap((record) =>
        record ? [{ ...toHeld(record), source: record.source }] : [],
      )
      yield { ...message, attachments }
      after = message.seq
    }
    if (page.length < pageSize) return
  }
}

async function* documents<Stored>(
  query: Query<Stored>,
): AsyncGenerator<{ id: string; record: Stored }> {
  const ordered = query.orderBy(FieldPath.documentId()).limit(pageSize)
  for (let rest = ordered; ; ) {
    const { docs } = await rest.get()
    for (const each of docs) yield { id: each.id, record: each.data() }
    const last = docs.at(-1)
    if (!last || docs.length < pageSize) return
    rest = ordered.startAfter(last)
  }
}
