import {
  type FeedbackFilter,
  type FeedbackKind,
  type FeedbackState,
  feedbackKinds,
  feedbackStates,
} from '~/domain/feedback/feedback'
import { type Rating, ratings } from '~/domain/feedback/ratings'
import { withQuery } from '~/i18n/addresses'

/** Days shown, and days per point of the curve. */
export const feedbackPeriods = { 28: 4, 91: 7, 364: 28 } as const

type FeedbackPeriod = keyof typeof feedbackPeriods

/** Kept in the query. */
interface FeedbackView {
  period: FeedbackPeriod
  rating?: Rating
  kind?: FeedbackKind
  withComment: boolean
  state: FeedbackState
}

const usualPeriod: FeedbackPeriod = 91

export function feedbackPeriodDays(): FeedbackPeriod[] {
  return [28, 91, 364]
}

/** Unknown values count as absent. */
export function readFeedbackView(query: URLSearchParams): FeedbackView {
  const said = <Value extends string | number>(name: string, values: readonly Value[]) =>
    values.find((value) => String(value) === query.get(name))
  return {
    period: said('period', feedbackPeriodDays()) ?? usualPeriod,
    rating: said('rating', ratings),
    kind: said('kind', feedbackKinds),
    withComment: query.get('comment') === '1',
    state: said('state', feedbackStates) ?? 'shown',
  }
}

/** With its question mark; empty for the default view. */
export function feedbackQuery(view: FeedbackView, after?: string): string {
  const query = new URLSearchParams()
  if (view.period !== usualPeriod) query.set('period', String(view.period))
  if (view.rating) query.set('rating', String(view.rating))
  if (view.kind) query.set('kind', view.kind)
  if (view.withComment) query.set('comment', '1')
  if (view.state !== 'shown') query.set('state', view.state)
  if (after) query.set('after', after)
  return withQuery('', query)
}

export function feedbackFilterOf(
  { rating, kind, withComment, state }: FeedbackView,
  since: Date | undefined,
): FeedbackFilter {
  return { rating, kind, withComment, state, since }
}
