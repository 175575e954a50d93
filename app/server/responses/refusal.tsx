import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Document } from '~/components/site/document'
import { Mark } from '~/components/site/mark'
import { iconOf } from '~/domain/site/identity'
import { frameAncestors } from '~/http/responses/content-policy.server'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import { stylesheetWith } from '~/styles/stylesheets.server'
import type { Visit } from '../arrival/visit'
import type { Answer, AnswerHeaders } from './answer'

type RefusalStatus = 403 | 405 | 408 | 413 | 414 | 421 | 429 | 431 | 500 | 503

interface Refused extends Pick<Visit, 'language' | 'requestId'> {
  framed?: boolean
  context: Pick<Visit['context'], 'siteIdentity'>
}

interface Instead {
  words?: 'unsaved' | 'silent'
  /** The sentence, translated. */
  text?: string
  more?: ReactNode
}

/**
 * The page that says why not and what to do, in the path's language. It may be framed on any site,
 * within a chat's frame: nothing in it is personal, and its one link opens a window.
 */
export function refusal(
  status: RefusalStatus,
  { language, requestId, framed, context }: Refused,
  headers: AnswerHeaders = {},
  instead?: Instead,
): Answer {
  const { t } = translations(language)
  const words = instead?.words ?? status
  const title = t(`refusal:${words}.title`)
  const site = context.siteIdentity.known()
  const stylesheet = stylesheetWith('plain', site.look)
  const home = localizedPath('/', language)
  const markup = renderToStaticMarkup(
    <Document
      language={language}
      styles={stylesheet}
      framed={framed}
      icon={iconOf(site)}
      head={
        <>
          <title>{title}</title>
          <meta name="robots" content="noindex" />
        </>
      }
    >
      {!framed && (
        <header className="site-header">
          <a href={home} className="brand">
            <Mark site={site} />
            {site.name}
          </a>
        </header>
      )}
      <main className="site-main">
        <div className="sheet wide">
          <div>
            <h1>{title}</h1>
            <p className="lead">{instead?.text ?? t(`refusal:${words}.text`)}</p>
          </div>
          {instead?.more}
          <p className="quiet">{t('errors:page.reference', { reference: requestId })}</p>
          <p>
            <a href={home} {...(framed && { target: '_blank', rel: 'noopener' })}>
              {t('errors:page.home')}
            </a>
          </p>
        </div>
      </main>
    </Document>,
  )
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${stylesheet.hash}`,
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        frameAncestors(framed ? ['*'] : undefined),
      ].join('; '),
      ...headers,
    },
    body: Buffer.from(`<!doctype html>${markup}`),
  }
}
