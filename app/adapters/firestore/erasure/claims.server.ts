import type { Transaction } from 'firebase-admin/firestore'
import type { Ticket } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { unclaim } from '../database/unique.server'

export function unclaimTicket(
  database: Database,
  transaction: Transaction,
  { deskId, startKey, secretHash }: Pick<Ticket, 'deskId' | 'startKey' | 'secretHash'>,
): void {
  unclaim(database, transaction, 'ticket start', deskId, startKey)
  unclaim(database, transaction, 'ticket secret', secretHash)
}
