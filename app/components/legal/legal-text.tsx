import type { ReactNode } from 'react'
import type { LegalSection } from '~/domain/legal/legal'
import { sectionsUnder } from '~/domain/legal/legal-text'
import { withoutEnd } from '~/domain/text/ends'

/** `title` is the heading above it, if there is one. */
export function LegalText({ sections, title = '' }: { sections: LegalSection[]; title?: string }) {
  return numbered(sectionsUnder(title, sections)).map(
    ({ each: { heading, paragraphs }, index }) => (
      <section key={index}>
        {heading && <h2>{heading}</h2>}
        {numbered(paragraphs).map(({ each: paragraph, index }) =>
          typeof paragraph === 'string' ? (
            <p key={index}>{linked(paragraph)}</p>
          ) : (
            <ul key={index}>
              {numbered(paragraph).map(({ each: point, index }) => (
                <li key={index}>{linked(point)}</li>
              ))}
            </ul>
          ),
        )}
      </section>
    ),
  )
}

/** Also matches words without an address, so that no part of a word is scanned twice. */
const words = /https?:\/\/[^\s<>()]+|[\w.+-]+(?:@[\w-]+(?:\.[\w-]+)+)?/g

export function linked(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let shown = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    const isUrl = word.includes('://')
    if (!isUrl && !word.includes('@')) continue
    const address = isUrl ? withoutEnd(word, /[,.;:]/) : word
    parts.push(
      text.slice(shown, index),
      <a key={index} href={isUrl ? address : `mailto:${address}`}>
        {address}
      </a>,
    )
    shown = index + address.length
  }
  return [...parts, text.slice(shown)]
}

/** Two of them may be identical, so that only their indexes are unique. */
function numbered<Each>(all: Each[]) {
  return all.map((each, index) => ({ each, index }))
}
