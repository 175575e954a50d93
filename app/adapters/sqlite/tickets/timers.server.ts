import type { TicketTimers } from '../../../domain/tickets/timers'
import type { Database } from '../database/database.server'
import { isDeskThere } from '../erasure/visible.server'

export function createTicketTimers({ kysely }: Database): TicketTimers {
  return {
    async due(now, limit) {
      const rows = await kysely
        .selectFrom('tickets')
        .select(['deskId', 'number'])
        .where('timerAt', '<=', now.getTime())
        .where(isDeskThere('tickets.deskId'))
        .orderBy('timerAt')
        .limit(limit)
        .execute()
      return rows
    },
  }
}
