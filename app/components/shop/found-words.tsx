import type { SnippetPart } from '~/domain/tickets/search'

/** The place that a search has found, with its words marked. */
export function FoundWords({ parts }: { parts: SnippetPart[] }) {
  return parts.map(({ text, hit }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a snippet are known by their position alone, and never move
    return hit ? <mark key={index}>{text}</mark> : text
  })
}
