import { recordIn } from '~/components/site/record.server'
import type { ThreadView } from '~/components/tickets/thread'
import { type ExportedFeedback, type ExportedMessage, fileInArchive } from '~/domain/export/export'
import { translations } from '~/i18n/translation.server'
import type { Belongings, TakenQuestions, TakenTickets } from './belongings.server'
import type { TakenOrder } from './own-orders.server'
import { DeskDays } from './readable-desk'
import { FeedbackHead, Opinion } from './readable-feedback'
import { Purchase } from './readable-orders'
import { Overview, QuestionHead, TicketHead } from './readable-parts'
import { DeskTexts } from './readable-site'

export async function* readablePage(
  belongings: Belongings,
  tickets: TakenTickets,
  feedback: AsyncIterable<ExportedFeedback>,
  questions: TakenQuestions,
  orders: AsyncIterable<TakenOrder>,
  now: Date,
): AsyncGenerator<string> {
  const { timeZone, ofDesk } = belongings
  const language = belongings.account.locale
  const { t } = translations(language)
  const record = recordIn(language)
  const { render } = record

  function thread(
    messages: AsyncIterable<ExportedMessage>,
    side: Pick<ThreadView, 'viewer' | 'other' | 'seenSeq'>,
  ) {
    const fileAddress: ThreadView['fileAddress'] = (file) => encodeURI(fileInArchive(file))
    return record.thread(messages, { ...side, language, timeZone, fileAddress })
  }

  yield record.open(t('export:title'))
  yield render(<Overview belongings={belongings} now={now} />)
  if (ofDesk) {
    yield render(<DeskDays desk={ofDesk.desk} language={language} />)
    yield render(<DeskTexts {...ofDesk} />)
  }
  for await (const { ticket, messages } of tickets) {
    yield render(<TicketHead ticket={ticket} language={language} timeZone={timeZone} />)
    const other = ticket.visitorName || ticket.visitorEmail || t('ledger:visitor')
    yield* thread(messages, { viewer: 'owner', other, seenSeq: ticket.visitorSeenSeq })
  }
  let first = true
  for await (const given of feedback) {
    if (first) yield render(<FeedbackHead />)
    first = false
    yield render(<Opinion given={given} language={language} timeZone={timeZone} />)
  }
  for await (const { ticket, messages } of questions) {
    yield render(<QuestionHead question={ticket} language={language} timeZone={timeZone} />)
    const other = ticket.counter || t('counter:unnamed')
    yield* thread(messages, { viewer: 'visitor', other, seenSeq: ticket.ownerSeenSeq })
  }
  for await (const order of orders) {
    yield render(<Purchase order={order} language={language} timeZone={timeZone} />)
  }
  yield record.close()
}
