import type { Part } from './parts'

/** The mail for programs that show no HTML, and for people who want none. */
export function asText(parts: Part[]): string {
  return `${parts.map(draw).join('\n\n')}\n`
}

function draw(part: Part): string {
  switch (part.kind) {
    case 'heading':
    case 'paragraph':
      return part.text
    case 'words':
      return [part.by, quoted(part.text), part.link].filter(Boolean).join('\n')
    case 'rows':
      return part.rows.map(({ label, value }) => (value ? `${label}: ${value}` : label)).join('\n')
    case 'fine':
      return [part.text.toUpperCase(), ...part.lines].join('\n\n')
    case 'choices':
      return [part.text, ...part.choices.map(({ text, link }) => `${text}: ${link}`)].join('\n')
    case 'button':
      return `${part.text}:\n${part.link}`
    case 'aside': {
      const { text, link } = part
      return [text, link && `${link.text}: ${link.to}`].filter(Boolean).join('\n')
    }
  }
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
