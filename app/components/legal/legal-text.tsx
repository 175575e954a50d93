import type { LegalSection } from '~/domain/legal/legal'

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

/** Two of them may be the same, so that only their places tell them apart. */
function numbered<Each>(all: Each[]) {
  return all.map((each, place) => ({ each, place }))
}

const addresses = /(https?:\/\/[^\s<>()]*[^\s<>(),.;:]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

export function linked(text: string) {
  // `split` puts what a capturing group matched at odd places.
  return text.split(addresses).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part.includes('://') ? part : `mailto:${part}`}>
        {part}
      </a>
    ),
  )
}
