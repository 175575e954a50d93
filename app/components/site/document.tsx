import type { ReactNode } from 'react'
import { type Language, spoken } from '~/domain/text/languages'

/** The file that comes first, if there is one, what is written into the page, and the next page's file. */
interface PageStyles {
  href?: string
  css: string
  next?: string
}

/**
 * To the edges of a phone, whose rounded corners `elements.css` and the bar of the desk leave free. The
 * keyboard shrinks the page instead of covering it.
 */
const viewport =
  'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content'

/** The id of the element that React hydrates. */
export const hydratedId = 'app'

/** The frame of every HTML page, which the server alone writes. */
export function Document({
  language,
  styles: { href, css, next },
  framed,
  icon,
  head,
  children,
}: {
  language: Language
  styles: PageStyles
  /** A framed page shows no icon. */
  framed?: boolean
  icon: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={language} dir={spoken[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={viewport} />
        {!framed && <link rel="icon" href={icon} />}
        {head}
        {href && <link rel="stylesheet" href={href} />}
        {css && <Style css={css} />}
        {/* Fetched last, and never applied: browsers refuse other ways of fetching it by default-src. */}
        {next && <link rel="stylesheet" href={next} media="not all" />}
      </head>
      <body>{children}</body>
    </html>
  )
}

function Style({ css }: { css: string }) {
  // React would escape a text child, and CSS has no entities.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, known when building
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}

export function Script({ code, nonce }: { code: string; nonce: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, known when building
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} />
}
