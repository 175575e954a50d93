import type { LoaderFunctionArgs } from '@remix-run/node'
import { feedbackFilterOf, readFeedbackView } from '~/components/feedback/feedback-view'
import type { Services } from '~/config'
import { exportFeedback } from '~/domain/export/export'
import type { FeedbackFilter } from '~/domain/feedback/feedback'
import { dayBoundaries } from '~/domain/time/days'
import { downloadTable } from '~/http/responses/csv.server'
import { requireManager } from '~/http/sessions/access.server'
import type { CsvCell } from '~/i18n/csv'
import { dayKey } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

/** Times are those of the desk's clock. */
export async function loader({ context }: LoaderFunctionArgs) {
  const reader = await requireManager(context)
  const { desk } = reader
  const url = context.url
  const view = readFeedbackView(url.searchParams)
  const now = context.now()
  const since =
    view.state === 'shown'
      ? dayBoundaries(dayKey(now, desk.timeZone), desk.timeZone, view.period)[0]
      : undefined
  const { t } = translations(context.language)
  const names = ['given', 'rating', 'comment', 'language', 'kind', 'ticket', 'email'] as const
  const head = names.map((name) => t(`rating:columns.${name}`))
  const filter = feedbackFilterOf(view, since)
  return downloadTable(context, {
    holder: `feedback of ${desk.id}`,
    reader,
    name: `feedback-${dayKey(now, desk.timeZone)}`,
    timeZone: desk.timeZone,
    rows: () => table(context.services, desk.id, head, filter),
  })
}

async function* table(
  { feedback }: Services,
  deskId: string,
  head: string[],
  filter: FeedbackFilter,
): AsyncGenerator<readonly CsvCell[]> {
  yield head
  for await (const given of exportFeedback(feedback, deskId, filter)) {
    const { createdAt, rating, comment, locale, kind, number, email } = given
    yield [{ time: createdAt }, rating, comment, locale, kind, number, email]
  }
}
