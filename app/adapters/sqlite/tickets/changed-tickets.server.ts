import type { ChangedTickets } from '../../../domain/letters/plans'
import type { Database } from '../database/database.server'
import { isDeskThere } from '../database/visible.server'
import { toTicket } from './rows.server'

export function createChangedTickets({ kysely }: Database): ChangedTickets {
  return {
    async between(from, to, limit, after) {
      let query = kysely
        .selectFrom('tickets')
        .selectAll()
        .where('updatedAt', '>=', from.getTime())
        .where('updatedAt', '<', to.getTime())
        .where('number', '>', 0)
        .where(isDeskThere('tickets.deskId'))
        .orderBy('updatedAt')
        .orderBy('id')
        .limit(limit)
      if (after) {
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('updatedAt', 'id'), '>', tuple(after.updatedAt.getTime(), after.id)),
        )
      }
      return (await query.execute()).map(toTicket)
    },
  }
}
