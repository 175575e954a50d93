import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '~/domain/languages'
import { translations } from '~/i18n/translation.server'
import type { Answer, AnswerHeaders } from './answer'
import { type RefusalStatus, refusalWords } from './refusal-words'

/** The page that says why not, and what to do, in the language of the path. */
export function refusal(
  status: RefusalStatus,
  { language, requestId }: { language: Language; requestId: string },
  headers: AnswerHeaders = {},
): Answer {
  const { title, text } = refusalWords[language][status]
  const { t } = translations(language)
  const markup = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
      </head>
      <body>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>{t('errors.page.reference', { reference: requestId })}</p>
      </body>
    </html>,
  )
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(`<!doctype html>${markup}`),
  }
}
