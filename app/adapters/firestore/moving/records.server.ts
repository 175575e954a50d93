import type { DocumentReference } from 'firebase-admin/firestore'
import { sessionLifetime } from '../../../domain/accounts/sessions'
import type { MovedTicket, Piece } from '../../../domain/export/moving'
import { kindCalled } from '../../../domain/record-stores'
import { keyOf } from '../../../domain/records/records'
import { emailKey } from '../../../domain/text/email'
import type { NewHistoryEntry } from '../../../domain/tickets/history-entries'
import type { Database } from '../database/database.server'
import type { TicketRecord } from '../database/schema'
import { documentOf } from '../records/queries.server'
import { beginningsOf } from '../tickets/beginnings'
import { keyOf as ticketKeyOf } from '../tickets/lookup.server'
import { headOf, newFacts, toRecord } from '../tickets/records.server'

export function toTicketRecord(moved: MovedTicket): TicketRecord {
  const { history, merged, followUps, stoppedAt: _, copyStops: _copies, ...rest } = moved
  const { bytes, dealtWith, doneAt, ratedAt, feedbackKey, ...ticket } = rest
  const { deskId, mergedInto } = ticket
  const found = [ticket, ...merged].flatMap(({ number, secretHash }) => [
    ticketKeyOf({ secretHash }),
    ticketKeyOf({ deskId, number }),
  ])
  const parts = merged.map(({ id, number, after }) => ({ id, number, offset: after, began: [] }))
  const partHeads = [...new Set(merged.flatMap((source) => beginningsOf(headOf(source))))]
  const facts = { parts, partHeads, followUps, bytes, dealtWith, doneAt, ratedAt, feedbackKey }
  return toRecord(ticket, {
    ...newFacts(mergedInto ? [] : found),
    ...facts,
    lines: history.length,
  })
}

/** Ids that sort before those of later lines, which begin with the time. */
export function linesOf(
  history: readonly NewHistoryEntry[],
  from: number,
): Record<string, NewHistoryEntry> {
  return Object.fromEntries(
    history.map((line, index) => [String(from + index).padStart(8, '0'), line]),
  )
}

type Plain = Exclude<
  Piece,
  {
    noun:
      | 'desk'
      | 'ticket'
      | 'message'
      | 'feedback'
      | 'order'
      | 'shop'
      | 'catalogue'
      | 'productPhoto'
      | 'sitePicture'
  }
>

/** For records that are one document and change no count. */
export function plainRecord(
  database: Database,
  piece: Plain,
): { reference: DocumentReference<object>; record: object } {
  const to = (reference: DocumentReference, record: object) => ({
    reference: reference as DocumentReference<object>,
    record,
  })
  const { document } = database
  switch (piece.noun) {
    case 'account': {
      const { uid, email } = piece.record
      return to(document('accounts', uid), { ...piece.record, address: emailKey(email) })
    }
    case 'session': {
      const { idHash, lastLoginAt } = piece.record
      const expiresAt = new Date(lastLoginAt.getTime() + sessionLifetime)
      return to(document('sessions', idHash), { ...piece.record, expiresAt })
    }
    case 'declaration':
      return to(document('declarations', piece.record.key), piece.record)
    case 'siteClaim':
      return to(document('siteClaim', 'site'), piece.record)
    case 'siteSettings':
      return to(document('siteSettings', 'site'), piece.record)
    case 'legal':
      return to(document('legalDetails', 'legal'), piece.record)
    case 'orderEvent': {
      const { id, orderId } = piece.record
      return to(document('orderEvents', id), { orderId })
    }
    case 'booking':
      return to(document('bookings', piece.record.id), piece.record)
    case 'restrictedOrder':
      return to(document('restrictedOrders', String(piece.record.number)), piece.record)
    case 'erasure':
      return to(document('erasures', piece.record.uid), { ...piece.record, hasData: false })
    default: {
      const kind = kindCalled(piece.noun)
      return to(documentOf(database, kind, keyOf(kind, piece.record)), piece.record)
    }
  }
}
