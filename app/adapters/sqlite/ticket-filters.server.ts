import type { ExpressionBuilder } from 'kysely'
import type { TicketFilter } from '../../domain/ticket-filters'
import { tagKey } from '../../domain/ticket-tags'
import type { Schema } from './schema.server'

/** The desk's tickets that pass the filter, as a condition; those that were merged never do. */
export function matching(deskId: string, { state, tag, priority }: TicketFilter) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) => {
    const conditions = [
      column('tickets.deskId', '=', deskId),
      column('tickets.mergedInto', 'is', null),
      state ? column('tickets.state', '=', state) : column('tickets.state', '<>', 'held'),
    ]
    if (priority) conditions.push(column('tickets.priority', '=', priority))
    if (tag !== undefined) {
      const tagged = column
        .selectFrom('ticketTags')
        .select('ticketId')
        .where('ticketTags.deskId', '=', deskId)
        .where('tagKey', '=', tagKey(tag))
      conditions.push(column('tickets.id', 'in', tagged))
    }
    return column.and(conditions)
  }
}
