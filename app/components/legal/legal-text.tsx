import type { LegalSection } from '~/domain/legal/legal'

/** Sections of a legal text, each with its heading; addresses in it are links. */
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

/** A plain text with its web and e-mail addresses as links. */
export function linked(text: string) {
  // What a pattern in brackets found stands at every odd place.
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
