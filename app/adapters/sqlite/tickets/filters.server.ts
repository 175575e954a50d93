import { type ExpressionBuilder, sql } from 'kysely'
import { rankOf, type TicketFilter } from '../../../domain/tickets/filters'
import { tagKey } from '../../../domain/tickets/tags'
import type { Schema } from '../database/schema.server'

export const pressing = sql<number>`case tickets.priority when 'high' then 0 when 'normal' then 1 else 2 end`

/** The plus keeps SQLite from reading the tickets of both states that are done, and sorting them. */
const done = sql<boolean>`+tickets.state in ('solved', 'closed')`

function inState(column: ExpressionBuilder<Schema, 'tickets'>, state: TicketFilter['state']) {
  if (state === 'done') return done
  return state ? column('tickets.state', '=', state) : column('tickets.state', '<>', 'held')
}

/**
 * A condition for the desk's tickets that pass the filter; merged ones never do. With `fewFirst` the few
 * that have the tag or the assignee are looked up, and sorted.
 */
export function matching(
  deskId: string,
  { state, tag, priority, assignee, woken, channel, from, before }: TicketFilter,
  fewFirst = false,
) {
  return (column: ExpressionBuilder<Schema, 'tickets'>) => {
    const conditions = [
      // All lists' indexes begin with the desk: the plus keeps SQLite from walking one in its order.
      column(fewFirst ? sql<string>`+tickets.desk_id` : 'tickets.deskId', '=', deskId),
      column('tickets.mergedInto', 'is', null),
      inState(column, state),
    ]
    // Said as a literal, for indexes that leave open ones out.
    if (state && state !== 'open' && state !== 'done')
      conditions.push(column('tickets.state', '<>', sql.lit('open')))
    if (woken) conditions.push(column('tickets.snoozedUntil', 'is not', null))
    if (channel)
      conditions.push(column('tickets.subject', channel === 'chat' ? 'is' : 'is not', null))
    if (from) conditions.push(column('tickets.updatedAt', '>=', from.getTime()))
    if (before) conditions.push(column('tickets.updatedAt', '<', before.getTime()))
    if (priority) conditions.push(column(pressing, '=', rankOf(priority)))
    if (tag !== undefined) {
      const borne = column
        .selectFrom('ticketTags')
        .select('ticketId')
        .where('ticketTags.deskId', '=', deskId)
        .where('tagKey', '=', tagKey(tag))
      conditions.push(
        fewFirst
          ? column('tickets.id', 'in', borne)
          : column.exists(borne.whereRef('ticketTags.ticketId', '=', 'tickets.id')),
      )
    }
    if (assignee !== undefined) {
      conditions.push(column('tickets.assignee', 'is', assignee || null))
      if (fewFirst && tag === undefined) {
        const theirs = column
          .selectFrom('tickets as theirs')
          .select('theirs.id')
          .where('theirs.deskId', '=', deskId)
          .where('theirs.assignee', 'is', assignee || null)
        conditions.push(column('tickets.id', 'in', theirs))
      }
    }
    return column.and(conditions)
  }
}
