import { FieldPath } from 'firebase-admin/firestore'
import type { ChangedTickets } from '../../../domain/letters/plans'
import type { Database } from '../database/database.server'
import { collect } from '../database/documents.server'
import type { TicketLookup } from './lookup.server'
import { toTicket } from './records.server'

export function createChangedTickets(
  { collection }: Database,
  { isDeskThere }: TicketLookup,
): ChangedTickets {
  return {
    async between(from, to, limit, after) {
      const changed = collection('tickets')
        .where('updatedAt', '>=', from)
        .where('updatedAt', '<', to)
        .orderBy('updatedAt')
        .orderBy(FieldPath.documentId())
      const query = after ? changed.startAfter(after.updatedAt, after.id) : changed
      return (await collect(query, limit, ({ deskId }) => isDeskThere(deskId))).map(toTicket)
    },
  }
}
