import type { ReactNode } from 'react'
import type { Language } from '~/domain/languages'

/** The frame of every HTML page we answer, with its whole style inside: one response, one round trip. */
export function Document({
  language,
  css,
  head,
  children,
}: {
  language: Language
  css: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
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
