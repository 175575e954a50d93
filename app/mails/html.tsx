import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LinkedText } from '~/components/tickets/linked-text'
import type { SiteIdentity } from '~/domain/site/identity'
import { type Language, spoken } from '~/domain/text/languages'
import { Bill, Choices, Facts, Fine } from './html-parts'
import { footOf, honest, type Part } from './parts'

/** The pages' tokens as colours that e-mail programs understand. */
const light = {
  paper: '#fbf9f5',
  card: '#ffffff',
  ink: '#18211c',
  quiet: '#53605a',
  tint: '#eaf3ea',
  line: '#dfdad1',
  green: '#1b5a3e',
  onGreen: '#fdfcf9',
}

/** Many programs read only inline styles, the light ones; this sheet adds the dark ones. */
const stylesheetIn = ({ light, dark }: SiteIdentity['look']) => `
  a { text-underline-offset: 0.2em }
  .asides a { color: inherit }
  .words a { color: ${light} }
  @media (max-width: 480px) {
    .card { padding: 24px 18px !important; border-radius: 0 !important; border-width: 1px 0 !important }
    .paper { padding: 0 !important }
    .button { display: block !important }
    .facts td { display: block !important; width: auto !important; padding: 8px 0 0 !important }
    .facts td:first-child { border: 0 !important }
    .facts td + td { padding: 0 0 8px !important }
    .choice { margin-right: 4px !important; padding: 9px 10px !important }
  }
  @media (prefers-color-scheme: dark) {
    .paper { background: #0e1512 !important }
    .card { background: #17201b !important; border-color: #343d37 !important }
    .card, .card h1, .words p { color: #e9e8e2 !important }
    .quiet, .quiet a, .words .quiet { color: #aab3aa !important }
    .words { background: #22302a !important }
    .brand, .choice, .words a { color: ${dark} !important }
    .rows td { border-color: #343d37 !important }
    .mark { background: #34291a !important; border-color: #e0816f !important }
    .button { background: ${dark} !important; color: #0e1512 !important }
    .asides { border-color: #343d37 !important }
  }
`

const sans = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const serif = 'ui-serif, Georgia, Times New Roman, serif'

/** Self-contained: nothing is fetched. */
export function asHtml(
  parts: Part[],
  subject: string,
  sender: SiteIdentity,
  language: Language,
): string {
  const foot = footOf(sender, language)
  const asides = parts.filter(({ kind }) => kind === 'aside')
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language} dir={spoken[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{stylesheetIn(sender.look)}</style>
      </head>
      <body className="paper" style={paper}>
        <div className="card" style={card}>
          {sender.named && (
            <p className="brand" style={{ ...brand, color: sender.look.light }}>
              {honest(sender.name)}
            </p>
          )}
          {parts
            .filter(({ kind }) => kind !== 'aside' && kind !== 'fine')
            .map(renderIn(sender.look.light))}
          <div className="asides quiet" style={asidesStyle}>
            {asides.map(renderIn(sender.look.light))}
            {parts.filter(({ kind }) => kind === 'fine').map(renderIn(sender.look.light))}
            {foot && <p style={{ margin: '16px 0 0' }}>{foot}</p>}
          </div>
        </div>
      </body>
    </html>,
  )}`
}

/** In the sender's colour. */
const renderIn = (colour: string) => (part: Part, index: number) => {
  switch (part.kind) {
    case 'heading':
      return (
        <h1 key={index} style={heading}>
          {part.text}
        </h1>
      )
    case 'paragraph':
      return (
        <p key={index} style={paragraph}>
          {part.text}
        </p>
      )
    case 'words':
      return (
        <div key={index} className="words" style={words}>
          <p className="quiet" style={by}>
            {part.link ? (
              <a href={part.link} style={{ color: colour }}>
                {part.by}
              </a>
            ) : (
              part.by
            )}
          </p>
          {part.title && <p style={title}>{part.title}</p>}
          <Lines lines={part.above} />
          {part.text && (
            <p style={said}>
              <LinkedText text={part.text} />
            </p>
          )}
          <Lines lines={part.beside} />
        </div>
      )
    case 'choices':
      return <Choices key={index} {...part} />
    case 'mark':
      return (
        <p key={index} className="mark" style={mark}>
          {part.text}
        </p>
      )
    case 'bill':
      return <Bill key={index} rows={part.rows} />
    case 'facts':
      return <Facts key={index} rows={part.rows} />
    case 'fine':
      return <Fine key={index} title={part.text} sections={part.sections} />
    case 'button':
      return (
        <p key={index} style={{ margin: '24px 0' }}>
          <a className="button" href={part.link} style={{ ...button, background: colour }}>
            {part.text}
          </a>
        </p>
      )
    case 'link':
      return (
        <p key={index} style={paragraph}>
          <a className="brand" href={part.link} style={{ color: colour }}>
            {part.text}
          </a>
        </p>
      )
    case 'aside':
      return (
        <p key={index} style={{ margin: '0 0 8px' }}>
          {part.text}{' '}
          {part.link && (
            <a href={part.link.to} style={{ color: light.quiet }}>
              {part.link.text}
            </a>
          )}
        </p>
      )
  }
}

function Lines({ lines = [] }: { lines?: string[] }) {
  return lines.map((line) => (
    <p key={line} className="quiet" style={aboutWords}>
      {line}
    </p>
  ))
}

const paper: CSSProperties = {
  margin: 0,
  padding: '32px 16px',
  background: light.paper,
  WebkitTextSizeAdjust: '100%',
}

const card: CSSProperties = {
  boxSizing: 'border-box',
  maxWidth: 560,
  margin: '0 auto',
  padding: '32px 36px',
  background: light.card,
  border: `1px solid ${light.line}`,
  borderRadius: 10,
  color: light.ink,
  font: `16px/1.55 ${sans}`,
  overflowWrap: 'anywhere',
}

const brand: CSSProperties = { margin: '0 0 20px', font: `600 18px/1.25 ${serif}` }

const heading: CSSProperties = { margin: '0 0 16px', font: `600 24px/1.25 ${serif}` }

const paragraph: CSSProperties = { margin: '0 0 16px', whiteSpace: 'pre-line' }

const mark: CSSProperties = {
  margin: '0 0 24px',
  padding: '10px 14px',
  background: '#fbf1df',
  border: '2px dashed #9e3a2d',
  borderRadius: 8,
  fontSize: 14,
}

const words: CSSProperties = {
  margin: '0 0 12px',
  padding: '12px 16px',
  background: light.tint,
  borderRadius: 8,
}

const by: CSSProperties = { margin: '0 0 4px', fontSize: 14, color: light.quiet }

const aboutWords: CSSProperties = { ...by, margin: '4px 0' }

const title: CSSProperties = { margin: 0, color: light.ink, fontWeight: 600 }

const said: CSSProperties = { margin: 0, color: light.ink, whiteSpace: 'pre-wrap' }

const button: CSSProperties = {
  display: 'inline-block',
  padding: '12px 22px',
  borderRadius: 8,
  color: light.onGreen,
  fontWeight: 600,
  textAlign: 'center',
  textDecoration: 'none',
}

const asidesStyle: CSSProperties = {
  marginTop: 24,
  paddingTop: 16,
  borderTop: `1px solid ${light.line}`,
  color: light.quiet,
  fontSize: 14,
}
