import type { ReactNode } from 'react'
import { type Language, spoken } from '~/domain/text/languages'

/** The frame of every HTML page we answer, with its whole style inside: one response, one round trip. */
export function Document({
  language,
  css,
  script,
  framed,
  head,
  children,
}: {
  language: Language
  css: string
  /** Runs before all others. */
  script?: { code: string; nonce: string }
  /** In a frame nobody sees the icon of a page. */
  framed?: boolean
  head: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={language} dir={spoken[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!framed && <link rel="icon" href="/icon.svg" type="image/svg+xml" />}
        {head}
        {css && <Style css={css} />}
        {script && <Script {...script} />}
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

function Script({ code, nonce }: { code: string; nonce: string }) {
  // Like the style: it is there with the first response, and React leaves it alone.
  const inside = { __html: code }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, known when building
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={inside} />
}
