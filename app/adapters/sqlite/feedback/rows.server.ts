import type { ExpressionBuilder } from 'kysely'
import type { Feedback, FeedbackFilter } from '../../../domain/feedback/feedback'
import type { Row, Schema } from '../database/schema.server'

export function toFeedback(row: Row<Feedback>): Feedback {
  return {
    ...row,
    ticketId: row.ticketId ?? undefined,
    number: row.number ?? undefined,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }
}

export function matchingFeedback(deskId: string, filter: FeedbackFilter) {
  const { state, rating, kind, withComment, since, until } = filter
  return (column: ExpressionBuilder<Schema, 'feedback'>) => {
    const conditions = [column('deskId', '=', deskId)]
    if (state) conditions.push(column('state', '=', state))
    if (rating) conditions.push(column('rating', '=', rating))
    if (kind) conditions.push(column('kind', '=', kind))
    if (withComment) conditions.push(column('comment', '<>', ''))
    if (since) conditions.push(column('createdAt', '>=', since.getTime()))
    if (until) conditions.push(column('createdAt', '<', until.getTime()))
    return column.and(conditions)
  }
}
