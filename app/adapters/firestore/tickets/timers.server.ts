import type { TicketTimers } from '../../../domain/tickets/timers'
import type { Database } from '../database/database.server'
import { collect } from '../database/documents.server'
import type { TicketLookup } from './lookup.server'

export function createTicketTimers(
  { collection }: Database,
  { isDeskThere }: TicketLookup,
): TicketTimers {
  return {
    async due(now, limit) {
      const due = collection('tickets').where('timerAt', '<=', now).orderBy('timerAt')
      const found = await collect(due, limit, ({ deskId }) => isDeskThere(deskId))
      return found.map(({ deskId, number }) => ({ deskId, number }))
    },
  }
}
