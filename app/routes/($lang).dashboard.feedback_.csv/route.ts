import type { LoaderFunctionArgs } from '@remix-run/node'
import { feedbackFilterOf, readFeedbackView } from '~/components/feedback/feedback-view'
import { exportFeedback } from '~/domain/export/export'
import type { FeedbackFilter } from '~/domain/feedback/feedback'
import { csvBegin, csvLine } from '~/domain/text/csv'
import { dayBoundaries } from '~/domain/time/days'
import { download } from '~/http/responses/download.server'
import { inTurns } from '~/http/responses/turns.server'
import { requireDesk } from '~/http/sessions/access.server'
import { dayKey } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import type { Services } from '~/services.server'

/** Times are ISO 8601, UTC. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context)
  const url = context.url
  const view = readFeedbackView(url.searchParams)
  const now = context.now()
  const since =
    view.state === 'shown'
      ? dayBoundaries(dayKey(now, desk.timeZone), desk.timeZone, view.period)[0]
      : undefined
  const { t } = translations(context.language)
  const names = ['given', 'rating', 'comment', 'language', 'kind', 'ticket', 'email'] as const
  const head = csvLine(names.map((name) => t(`export:columns.${name}`)))
  const filter = feedbackFilterOf(view, since)
  return download(context, {
    holder: `feedback of ${desk.id}`,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="feedback-${dayKey(now, desk.timeZone)}.csv"`,
    },
    body: () => inTurns(linesOf(context.services, desk.id, head, filter)),
  })
}

async function* linesOf(
  { feedback }: Services,
  deskId: string,
  head: string,
  filter: FeedbackFilter,
) {
  yield csvBegin + head
  for await (const given of exportFeedback(feedback, deskId, filter)) {
    const { createdAt, rating, comment, locale, kind, number, email } = given
    yield csvLine([createdAt.toISOString(), rating, comment, locale, kind, number, email])
  }
}
