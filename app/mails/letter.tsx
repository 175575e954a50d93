import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LinkedText } from '~/components/tickets/linked-text'
import type { SiteIdentity } from '~/domain/site/identity'
import { type Language, spoken } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'
import { honest } from './parts'
import { quoted } from './text'

/** What a person writes to another: words, and below a line of two hyphens what the reader may need. */
export interface Letter {
  /** Oldest first; `by` where several people wrote them. */
  words: { by?: string; text: string }[]
  /** Below the words, two lines at most. */
  signature?: string
  notice: { text: string; link?: string }[]
  /** What it answers. Below everything, where mail programs fold it. */
  quote?: { by: string; text: string; messageId?: string }
}

export function honestLetter({ words, signature, notice, quote }: Letter): Letter {
  return {
    words: words.map(({ by, text }) => ({ by: by && honest(by), text: honest(text) })),
    signature: signature && honest(signature),
    notice: notice.map((each) => ({ ...each, text: honest(each.text) })),
    quote: quote && { ...quote, by: honest(quote.by), text: honest(quote.text) },
  }
}

/** The business comes first, unless it is named below, and what the letter was sent with last. */
export function noticeFrom(
  { name, named, credit }: SiteIdentity,
  language: Language,
  { notice }: Pick<Letter, 'notice'>,
): Letter['notice'] {
  if (!named) return notice
  const { t } = translations(language)
  const isNamed = notice.some(({ text }) => honest(text).includes(honest(name)))
  return [
    ...(isNamed ? [] : [{ text: name }]),
    ...notice,
    ...(credit ? [{ text: t('mails:letter.credit') }] : []),
  ]
}

/** Signatures begin with this line, blank included. Source: RFC 3676 §4.3. */
const signatureMark = '-- '

export function letterAsText({ words, signature, notice, quote }: Letter): string {
  const own = words.map(({ by, text }) => (by ? `${by}:\n${text}` : text))
  const below = notice.map(({ text, link }) => (link ? `${text}: ${link}` : text))
  return [
    [...own, ...(signature ? [signature] : [])].join('\n\n'),
    [signatureMark, ...below].join('\n'),
    ...(quote ? [`${quote.by}\n${quoted(quote.text)}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

const font = '16px/1.5 system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** Programs that know dark pages find colours of their own; only the quiet ones are ours. */
const stylesheet = `
  .quiet, .quiet a { color: #53605a }
  @media (prefers-color-scheme: dark) { .quiet, .quiet a { color: #aab3aa !important } }
`

/** Without a frame and colours: as mail programs write letters. Nothing is fetched. */
export function letterAsHtml(
  { words, signature, notice, quote }: Letter,
  subject: string,
  language: Language,
): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language} dir={spoken[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{stylesheet}</style>
      </head>
      <body style={{ font, overflowWrap: 'anywhere', WebkitTextSizeAdjust: '100%' }}>
        {words.map(({ by, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <Fragment key={index}>
            {by && <p style={paragraph}>{by}:</p>}
            {text.split(/\n{2,}/).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
              <p key={at} style={paragraph}>
                <Lines text={part} />
              </p>
            ))}
          </Fragment>
        ))}
        {signature && (
          <p style={paragraph}>
            <Lines text={signature} />
          </p>
        )}
        <div className="quiet" style={{ fontSize: 14 }}>
          <p style={{ margin: '0 0 4px' }}>{signatureMark}</p>
          {notice.map(({ text, link }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <p key={index} style={{ margin: '0 0 4px' }}>
              {link ? <a href={link}>{text}</a> : text}
            </p>
          ))}
        </div>
        {quote && (
          <div className="gmail_quote" style={{ marginTop: 16 }}>
            <p style={{ margin: '0 0 4px' }}>{quote.by}</p>
            <blockquote cite={quote.messageId && midOf(quote.messageId)} style={quoteStyle}>
              <Lines text={quote.text} plain />
            </blockquote>
          </div>
        )}
      </body>
    </html>,
  )}`
}

/** Line breaks as elements: Outlook knows no `pre-wrap`. */
function Lines({ text, plain }: { text: string; plain?: boolean }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {plain ? line : <LinkedText text={line} />}
    </Fragment>
  ))
}

/** Source: RFC 2392. */
function midOf(messageId: string): string {
  return `mid:${encodeURIComponent(messageId.replace(/^<|>$/g, ''))}`
}

const paragraph = { margin: '0 0 16px' }

const quoteStyle = { margin: 0, padding: '0 0 0 12px', borderLeft: '2px solid #b5bdb8' }
