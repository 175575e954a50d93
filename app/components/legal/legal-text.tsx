import type { LegalSection } from '~/domain/legal/legal'

export function LegalText({ sections }: { sections: LegalSection[] }) {
  return sections.map(({ heading, paragraphs }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      {paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? (
          <p key={paragraph}>{linked(paragraph)}</p>
        ) : (
          <ul key={paragraph[0]}>
            {paragraph.map((point) => (
              <li key={point}>{linked(point)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  ))
}

const addresses = /(https?:\/\/[^\s<>()]*[^\s<>(),.;:]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** Makes web and e-mail addresses links. */
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
