import { Fragment } from 'react'
import type { LegalSection } from '~/domain/legal/legal'
import { withoutEnd } from '~/domain/text/ends'

export function LegalText({ sections }: { sections: LegalSection[] }) {
  return numbered(sections).map(({ each: { heading, paragraphs }, place }) => (
    <section key={place}>
      <h2>{heading}</h2>
      {numbered(paragraphs).map(({ each: paragraph, place }) =>
        typeof paragraph === 'string' ? (
          <p key={place}>{linked(paragraph)}</p>
        ) : (
          <ul key={place}>
            {numbered(paragraph).map(({ each: point, place }) => (
              <li key={place}>{linked(point)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  ))
}

/** Whole words, with or without an address: so no part of a word is looked at again. */
const words = /(https?:\/\/[^\s<>()]+|[\w.+-]+(?:@[\w-]+(?:\.[\w-]+)+)?)/

export function linked(text: string) {
  // `split` puts what a capturing group matched at odd places.
  return numbered(text.split(words)).map(({ each: part, place }) => {
    const isUrl = part.includes('://')
    if (place % 2 === 0 || !(isUrl || part.includes('@'))) return part
    const address = isUrl ? withoutEnd(part, /[,.;:]/) : part
    return (
      <Fragment key={place}>
        <a href={isUrl ? address : `mailto:${address}`}>{address}</a>
        {part.slice(address.length)}
      </Fragment>
    )
  })
}

/** Two of them may be the same, so that only their places tell them apart. */
function numbered<Each>(all: Each[]) {
  return all.map((each, place) => ({ each, place }))
}
