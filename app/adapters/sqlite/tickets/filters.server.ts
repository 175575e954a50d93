import { type ExpressionBuilder, sql } from 'kysely'
import { rankOf, type TicketFilter } from '../../../domain/tickets/filters'
import { tagKey } from '../../../domain/tickets/tags'
import type { Schema } from '../database/schema.server'

export const pressing = sql<number>`case tickets.priority when 'high' then 0 when 'normal' then 1 else 2 end`

/** A condition for the desk's tickets that pass the filter; merged ones never do. */
export function matching(deskId: string, { state, tag, priority }: TicketFilter) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) => {
    const conditions = [
      column('tickets.deskId', '=', deskId),
      column('tickets.mergedInto', 'is', null),
      state ? column('tickets.state', '=', state) : column('tickets.state', '<>', 'held'),
    ]
    if (priority) conditions.push(column(pressing, '=', rankOf(priority)))
    if (tag !== undefined) {
      const borne = column
        .selectFrom('ticketTags')
        .select('ticketId')
        .whereRef('ticketTags.ticketId', '=', 'tickets.id')
        .where('tagKey', '=', tagKey(tag))
      conditions.push(column.exists(borne))
    }
    return column.and(conditions)
  }
}

/** The same, starting from the few tickets with the tag whatever index the rest could use. */
export function matchingTagged(deskId: string, tag: string, filter: TicketFilter) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) => {
    const tagged = column
      .selectFrom('ticketTags')
      .select('ticketId')
      .where('ticketTags.deskId', '=', deskId)
      .where('tagKey', '=', tagKey(tag))
    const rows = sql<number>`tickets.rowid in (select named.rowid from ${tagged} as tagged
      cross join tickets as named on named.id = tagged.ticket_id)`
    return column.and([sql<boolean>`${rows}`, matching(deskId, filter)(column)])
  }
}
