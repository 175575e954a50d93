import type { DocumentReference } from 'firebase-admin/firestore'
import type { MovedMessage, MovedTicket, Piece } from '../../../domain/export/moving'
import type { Feedback } from '../../../domain/feedback/feedback'
import { roomOfFile } from '../../../domain/files/attachments'
import { photoSizes } from '../../../domain/shop/product-photos'
import { countChanges } from '../../../domain/tickets/counts'
import { isForDesk } from '../../../domain/tickets/messages'
import { soughtText } from '../../../domain/tickets/search'
import type { Database } from '../database/database.server'
import { idOf } from '../database/documents.server'
import type { DeskMonth } from '../database/schema'
import { type Unique, uniqueReference } from '../database/unique.server'
import { toDeskRecord } from '../desks/desks.server'
import { type Entry, entriesOfFeedback, entriesOfTicket, monthOf } from '../desks/months.server'
import { toFeedbackRecord } from '../feedback/feedback.server'
import { toAttachmentRecord } from '../files/rooms.server'
import { toOrderRecord } from '../shop/orders.server'
import { countOrder, newShop } from '../shop/shop'
import { beginningsOf } from '../tickets/beginnings'
import { countKey, linesAtOnce } from '../tickets/changes.server'
import { linesOf, plainRecord, toTicketRecord } from './records.server'

const flushEvery = 400

/** Counts of a desk's documents, gathered until its last piece. */
interface Counted {
  lastNumber: number
  tickets: Record<string, number>
  months: Map<string, DeskMonth>
  bytes: number
  strangers: Record<string, Record<string, number>>
}

/** Each document as a whole, so that doing it again changes nothing. */
export async function load(database: Database, pieces: AsyncIterable<Piece>): Promise<void> {
  const { document, firestore } = database
  const writer = firestore.bulkWriter()
  let failure: unknown
  // The writer retries temporary failures ten times; any other ends the load.
  const write = (writing: Promise<unknown>) => {
    writing.catch((error: unknown) => {
      failure ??= error
    })
  }
  const set = <Stored>(reference: DocumentReference<Stored>, record: Stored) =>
    write(writer.set(reference as DocumentReference, record as object))
  const claim = (kind: Unique, texts: string[], of: string) =>
    set(uniqueReference(database, kind, ...texts), { of })
  let desk: { id: string; counted: Counted } | undefined
  let ticket: MovedTicket | undefined
  let shop = newShop

  const finishDesk = () => {
    if (!desk) return
    const { id, counted } = desk
    const { lastNumber, tickets, months, bytes, strangers } = counted
    set(document('deskCounts', id), { lastNumber, tickets })
    for (const month of months.values()) set(document('deskMonths', id, month.month), month)
    set(document('rooms', id), { bytes, uploads: {}, strangers })
    desk = undefined
  }
  const note = (entries: Entry[], { id, counted: { months } } = desk ?? missing()) => {
    for (const { kind, id: name, at, value } of entries) {
      const month = monthOf(at)
      const known = months.get(month) ?? { deskId: id, month }
      months.set(month, { ...known, [kind]: { ...known[kind], [name]: value } } as DeskMonth)
    }
  }

  function addTicket(record: MovedTicket) {
    const { counted } = desk ?? missing()
    const { stoppedAt, copyStops, history } = record
    const stored = toTicketRecord(record)
    set(document('tickets', record.id), stored)
    claim('ticket start', [record.deskId, record.startKey], record.id)
    claim('ticket secret', [record.secretHash], record.id)
    if (stoppedAt || copyStops) {
      const stop = { ticketId: record.id, stoppedAt, copies: copyStops }
      set(document('mailStops', record.id), stop)
    }
    for (let at = 0; at < history.length; at += linesAtOnce) {
      const chunk = at / linesAtOnce
      const lines = linesOf(history.slice(at, at + linesAtOnce), at)
      set(database.within(record.id, 'history').doc(String(chunk)), { chunk, lines })
    }
    note(entriesOfTicket(stored))
    for (const { by, ...count } of countChanges(undefined, record)) {
      const name = countKey(count)
      counted.tickets[name] = (counted.tickets[name] ?? 0) + by
    }
  }

  function addMessage({ attachments, mergedFrom, ...message }: MovedMessage, into: MovedTicket) {
    const { counted } = desk ?? missing()
    const part = into.merged.find(({ number }) => number === mergedFrom)
    const home = part ?? { ...into, after: 0 }
    const shown = attachments.map(({ id, name, type, size, width, height }) => {
      return { id, name, type, size, ...(width && height && { width, height }) }
    })
    set(database.within(home.id, 'messages').doc(idOf(message.clientKey)), {
      ...message,
      ...(shown.length > 0 && { attachments: shown }),
      ticketId: home.id,
      seq: message.seq - home.after,
      deskId: into.deskId,
      number: home.number,
      words: beginningsOf(soughtText(message)),
      sentHashes: attachments.map(({ sentHash }) => sentHash),
    })
    if (message.mail) claim('mail', [message.mail.key], home.id)
    for (const { source, ...attachment } of attachments) {
      const target = { deskId: into.deskId, ticketId: home.id, source }
      const noted = isForDesk(message, attachment.id)
      const held = { ...toAttachmentRecord(attachment, target), waiting: false, noted }
      set(document('attachments', attachment.id), held)
      const bytes = roomOfFile(attachment)
      counted.bytes += bytes
      if (source === undefined || into.dealtWith) continue
      const sizes = counted.strangers[home.id] ?? {}
      counted.strangers[home.id] = { ...sizes, [source]: (sizes[source] ?? 0) + bytes }
    }
  }

  function addFeedback(feedback: Feedback) {
    set(document('feedback', feedback.deskId, feedback.createKey), toFeedbackRecord(feedback))
    note(entriesOfFeedback(feedback))
  }

  const add = (piece: Piece) => {
    switch (piece.noun) {
      case 'desk': {
        finishDesk()
        const { lastNumber, ...record } = piece.record
        const counted = { lastNumber, tickets: {}, months: new Map(), bytes: 0, strangers: {} }
        desk = { id: record.id, counted }
        set(document('desks', record.id), toDeskRecord(record))
        return claim('desk key', [record.publicKey], record.id)
      }
      case 'ticket':
        ticket = piece.record
        return addTicket(piece.record)
      case 'message':
        return addMessage(piece.record, ticket ?? missing())
      case 'feedback':
        return addFeedback(piece.record)
      case 'order': {
        const { record } = piece
        shop = countOrder(shop, undefined, toOrderRecord(record))
        set(document('orders', record.checkoutKey), toOrderRecord(record))
        claim('order secret', [record.secretHash], record.id)
        return record.providerRef && claim('payment', [record.providerRef], record.id)
      }
      case 'catalogue': {
        const { products, ...rest } = piece.record
        const record = { ...rest, products: products.map(({ id }) => id) }
        for (const product of products) set(document('products', product.id), product)
        return set(document('catalogue', 'catalogue'), record)
      }
      case 'sitePicture':
      case 'productPhoto': {
        const { id, ...photo } = piece.record
        const name = piece.noun === 'sitePicture' ? 'sitePictures' : 'productPhotos'
        for (const size of photoSizes) set(document(name, id, size), { bytes: photo[size] })
        return
      }
      case 'shop': {
        const { stock, ...numbers } = piece.record
        const byProduct = Object.fromEntries(stock.map((each) => [each.productId, each]))
        return set(document('shop', 'shop'), { ...shop, ...numbers, stock: byProduct })
      }
      default: {
        const { reference, record } = plainRecord(database, piece)
        return set(reference, record)
      }
    }
  }

  let count = 0
  try {
    for await (const piece of pieces) {
      add(piece)
      count += 1
      if (count % flushEvery === 0) await writer.flush()
      if (failure) break
    }
    finishDesk()
  } finally {
    await writer.close()
  }
  if (failure) throw failure
}

function missing(): never {
  throw new Error('A piece came before what it belongs to')
}
