import type { LoaderFunctionArgs } from '@remix-run/node'
import { feedbackFilterOf, readFeedbackView } from '~/components/feedback-view'
import { csvBegin, csvLine } from '~/domain/csv'
import { dayBoundaries } from '~/domain/days'
import type { FeedbackFilter } from '~/domain/feedback'
import { takeFeedback } from '~/domain/take-out'
import { requireDesk } from '~/http/access.server'
import { languageOfPath } from '~/i18n/addresses'
import { dayKey } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import type { Services } from '~/services.server'

/** What the room shows, as a table for spreadsheets; times are ISO 8601, UTC. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context, request)
  const url = new URL(request.url)
  const view = readFeedbackView(url.searchParams)
  const now = context.now()
  const since =
    view.state === 'shown'
      ? dayBoundaries(dayKey(now, desk.timeZone), desk.timeZone, view.period)[0]
      : undefined
  const { t } = translations(languageOfPath(url.pathname))
  const names = ['given', 'rating', 'comment', 'language', 'kind', 'ticket', 'email'] as const
  const head = csvLine(names.map((name) => t(`feedback.columns.${name}`)))
  const lines = linesOf(context.services, desk.id, feedbackFilterOf(view, since))
  return new Response(textStream(csvBegin + head, lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="feedback-${dayKey(now, desk.timeZone)}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

async function* linesOf({ feedback }: Services, deskId: string, filter: FeedbackFilter) {
  for await (const given of takeFeedback(feedback, deskId, filter)) {
    const { createdAt, rating, comment, locale, kind, number, email } = given
    yield csvLine([createdAt.toISOString(), rating, comment, locale, kind, number, email])
  }
}

function textStream(head: string, lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}
