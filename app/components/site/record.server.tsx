import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ExportedMessage } from '~/domain/export/export'
import type { Language } from '~/domain/text/languages'
import { TranslationProvider } from '~/i18n/translation'
import { translations } from '~/i18n/translation.server'
import { shownMessage } from '../tickets/shown-message.server'
import { ThreadItems, type ThreadView } from '../tickets/thread'

/** Messages rendered at a time, in about 5 ms. */
const pieceSize = 25

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

/** Self-contained, so that it stays readable for years on any device. */
export function recordIn(language: Language) {
  const i18n = translations(language)
  const render = (element: ReactElement) =>
    renderToStaticMarkup(<TranslationProvider value={i18n}>{element}</TranslationProvider>)

  return {
    render,
    open(title: string): string {
      const head =
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
      return `<!doctype html><html lang="${language}">${head}${render(<title>{title}</title>)}<style>${style}</style><body>`
    },
    async *thread(messages: AsyncIterable<ExportedMessage>, view: ThreadView) {
      let before: Date | undefined
      yield '<ol>'
      for await (const piece of inPieces(messages)) {
        const shown = piece.map((message) => shownMessage(message, view.viewer, language))
        yield render(<ThreadItems messages={shown} view={view} before={before} />)
        before = piece.at(-1)?.createdAt
      }
      yield '</ol>'
    },
    close: () => '</body></html>\n',
  }
}

async function* inPieces(messages: AsyncIterable<ExportedMessage>) {
  let piece: ExportedMessage[] = []
  for await (const message of messages) {
    piece.push(message)
    if (piece.length < pieceSize) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
