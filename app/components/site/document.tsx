import type { ReactNode } from 'react'
import { type Language, spoken } from '~/domain/text/languages'

const viewport = 'width=device-width, initial-scale=1'

/** The frame of every HTML page, its style inline: one response, one round trip. */
export function Document({
  language,
  css,
  framed,
  typing,
  icon,
  head,
  children,
}: {
  language: Language
  css: string
  /** A framed page shows no icon. */
  framed?: boolean
  /** For pages with a text field: a phone's keyboard shrinks the page instead of covering it. */
  typing?: boolean
  icon: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={language} dir={spoken[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content={typing ? `${viewport}, interactive-widget=resizes-content` : viewport}
        />
        {!framed && <link rel="icon" href={icon} />}
        {head}
        {css && <Style css={css} />}
      </head>
      <body>{children}</body>
    </html>
  )
}

function Style({ css }: { css: string }) {
  // The browser gets the style with the first response and never again: on hydration this stays as
  // the server wrote it. React would escape a text child, and CSS has no entities.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, known when building
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

/** On hydration left as the server wrote it, like the style. */
export function Script({ code, nonce }: { code: string; nonce: string }) {
  const inside = { __html: code }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, known when building
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={inside} />
}
