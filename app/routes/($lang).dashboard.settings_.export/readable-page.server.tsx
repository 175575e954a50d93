import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ThreadItems, type ThreadView } from '~/components/thread'
import type { Attachment } from '~/domain/attachments'
import { TranslationProvider } from '~/i18n/translation'
import { translations } from '~/i18n/translation.server'
import type { Belongings, TakenMessage, TakenQuestions, TakenTickets } from './belongings.server'
import { DeskDays } from './readable-desk'
import { Overview, QuestionHead, TicketHead } from './readable-parts'

/** Messages that are drawn at a time. */
const pieceSize = 100

const style = `
  :root { color-scheme: light dark }
  body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif }
  h1, h2 { font-family: ui-serif, Georgia, serif; line-height: 1.2 }
  h2 { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem }
  dt, .by, .day, .state { opacity: 0.75; font-size: 0.875rem }
  dd { margin: 0 0 0.5rem; overflow-wrap: anywhere }
  ol { list-style: none; padding: 0 }
  .words { margin: 0.75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere }
  .by { margin: 0 }
  .own { padding-left: 1.5rem }
  .note .words { font-style: italic }
  .files { list-style: none; padding: 0 }
  .files img { display: block; max-width: 100%; height: auto }
  .day { margin-top: 1.5rem; text-align: center }
`

/**
 * What an owner takes along as one page, in the account's language: it refers to nothing outside
 * itself, so that it can be read in many years and on any device.
 */
export async function* readablePage(
  belongings: Belongings,
  tickets: TakenTickets,
  questions: TakenQuestions,
  now: Date,
): AsyncGenerator<string> {
  const { timeZone } = belongings.desk
  const language = belongings.account.locale
  const i18n = translations(language)
  const draw = (element: ReactElement) =>
    renderToStaticMarkup(<TranslationProvider value={i18n}>{element}</TranslationProvider>)

  async function* thread(
    messages: AsyncIterable<TakenMessage>,
    side: Pick<ThreadView, 'viewer' | 'other' | 'seenSeq'>,
  ) {
    const view = {
      ...side,
      language,
      timeZone,
      now,
      fileAddress: (file: Attachment) => encodeURI(fileInArchive(file)),
    }
    let before: Date | undefined
    yield '<ol>'
    for await (const piece of inPieces(messages)) {
      yield draw(<ThreadItems messages={piece} view={view} before={before} />)
      before = piece.at(-1)?.createdAt
    }
    yield '</ol>'
  }

  yield `<!doctype html><html lang="${language}"><meta charset="utf-8">`
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
  yield draw(<title>{i18n.t('takeOut.title')}</title>)
  yield `<style>${style}</style><body>`
  yield draw(<Overview belongings={belongings} now={now} />)
  yield draw(<DeskDays belongings={belongings} />)
  for await (const { ticket, messages } of tickets) {
    yield draw(<TicketHead ticket={ticket} language={language} timeZone={timeZone} />)
    const other = ticket.visitorName || i18n.t('tickets.visitor')
    yield* thread(messages, { viewer: 'owner', other, seenSeq: ticket.visitorSeenSeq })
  }
  for await (const { ticket, messages } of questions) {
    yield draw(<QuestionHead question={ticket} language={language} timeZone={timeZone} />)
    const other = ticket.counter || i18n.t('counter.unnamed')
    yield* thread(messages, { viewer: 'visitor', other, seenSeq: ticket.ownerSeenSeq })
  }
  yield '</body></html>\n'
}

/** Where a message's file lies in the archive. */
export function fileInArchive({ id, name }: Attachment): string {
  return `files/${id}-${name}`
}

async function* inPieces(messages: AsyncIterable<TakenMessage>) {
  let piece: TakenMessage[] = []
  for await (const message of messages) {
    piece.push(message)
    if (piece.length < pieceSize) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
