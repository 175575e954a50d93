import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  feedbackFilterOf,
  feedbackPeriods,
  readFeedbackView,
} from '~/components/feedback/feedback-view'
import type { Desk } from '~/domain/desks/desks'
import { type Feedback, isLow, type Opinion, opinionOf, sumUp } from '~/domain/feedback/feedback'
import { inEvery } from '~/domain/text/languages'
import { dayBoundaries } from '~/domain/time/days'
import { withoutUndefined } from '~/http/responses/page-data.server'
import { requireDesk } from '~/http/sessions/access.server'
import { dayKey } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

const linesShown = 30

export type FeedbackLine = Opinion &
  Pick<Feedback, 'id' | 'kind' | 'number' | 'state' | 'createdAt'> & { email?: string; low?: true }

/** Without ratings there is no average. */
export interface CurvePoint {
  since: Date
  count: number
  average?: number
}

export type FeedbackRoom = Awaited<ReturnType<typeof loader>>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context)
  const { feedback } = context.services
  const url = context.url
  const view = readFeedbackView(url.searchParams)
  const { since, before, boundaries } = timesOf(desk, view.period, context.now())
  const [tallies, earlier, response, page, held, any] = await Promise.all([
    feedback.tallies(desk.id, boundaries, view.kind),
    feedback.tallies(desk.id, [before, since], view.kind),
    feedback.response(desk.id, since),
    feedback.list(
      desk.id,
      feedbackFilterOf(view, view.state === 'shown' ? since : undefined),
      linesShown,
      url.searchParams.get('after') ?? undefined,
    ),
    feedback.list(desk.id, { state: 'held' }, 1),
    feedback.list(desk.id, {}, 1),
  ])
  return withoutUndefined({
    view: withoutUndefined(view),
    timeZone: desk.timeZone,
    askRating: desk.askRating,
    usualQuestion: inEvery((language) => translations(language).t('rating:question')),
    publicKey: desk.publicKey,
    ...sumUp(tallies),
    averageBefore: sumUp(earlier).average,
    response,
    curve: tallies.map(({ since, counts }): CurvePoint => {
      const { count, average } = sumUp([{ counts }])
      return withoutUndefined({ since, count, average })
    }),
    lines: page.feedback.map(lineOf),
    next: page.next,
    someHeld: held.feedback.length > 0,
    any: any.feedback.length > 0,
  })
}

/** The starts of the view's period and the one before, and the curve's boundaries. */
export function timesOf(
  { timeZone }: Pick<Desk, 'timeZone'>,
  period: keyof typeof feedbackPeriods,
  now: Date,
) {
  const days = dayBoundaries(dayKey(now, timeZone), timeZone, period * 2)
  const ofPeriod = days.slice(period)
  const step = feedbackPeriods[period]
  return {
    before: days[0] ?? now,
    since: ofPeriod[0] ?? now,
    boundaries: ofPeriod.filter((_, index) => index % step === 0),
  }
}

function lineOf(given: Feedback): FeedbackLine {
  const { id, kind, number, email, state, createdAt } = given
  return {
    ...opinionOf(given),
    ...{ id, kind, state, createdAt },
    ...(number && { number }),
    ...(email && { email }),
    ...(isLow(given) && { low: true as const }),
  }
}
