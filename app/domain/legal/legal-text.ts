import type { LegalSection, LegalTexts } from './legal'

/** In characters, of a line of the company's data. */
export const longestLegalLine = 200

/** In characters, of a text in one language: what a form may have in bytes (64 KiB), as it is encoded. */
export const longestLegalText = 30_000

/** As typed: headings behind `# `, list points behind `- `, empty lines between paragraphs. */
export function typedText(text: LegalTexts[keyof LegalTexts]): string {
  if (typeof text === 'string') return text
  const blocks = text.flatMap(({ heading, paragraphs }) => [
    `# ${heading}`,
    ...paragraphs.map((paragraph) =>
      typeof paragraph === 'string'
        ? joined(paragraph)
        : paragraph.map((point) => `- ${joined(point)}`).join('\n'),
    ),
  ])
  return blocks.join('\n\n')
}

/** The heading is empty if the first paragraph has none. */
export function sectionsIn(typed: string): LegalSection[] {
  const sections: LegalSection[] = []
  /** The block that the next line continues, unless it is empty. */
  let open: 'paragraph' | 'list' | undefined
  for (const line of typed.split('\n').map((each) => each.trim())) {
    if (line.startsWith('#')) {
      sections.push({ heading: line.replace(/^#+/, '').trim(), paragraphs: [] })
      open = undefined
      continue
    }
    if (line === '') {
      open = undefined
      continue
    }
    if (sections.length === 0) sections.push({ heading: '', paragraphs: [] })
    const paragraphs = sections.at(-1)?.paragraphs ?? []
    const last = paragraphs.length - 1
    const before = paragraphs[last]
    const [, point] = /^[-\u2013\u2022*]\s(.*)/s.exec(line) ?? []
    if (point !== undefined) {
      if (open === 'list' && Array.isArray(before)) before.push(joined(point))
      else paragraphs.push([joined(point)])
      open = 'list'
    } else if (open === 'list' && Array.isArray(before)) {
      before.push(`${before.pop()} ${joined(line)}`)
    } else if (open === 'paragraph' && typeof before === 'string') {
      paragraphs[last] = `${before} ${line}`
    } else {
      paragraphs.push(line)
      open = 'paragraph'
    }
  }
  return sections
}

/** Sections below a title, whose first heading is empty if it only repeats the title. */
export function sectionsUnder(title: string, sections: LegalSection[]): LegalSection[] {
  const [first, ...rest] = sections
  const repeats = first?.heading.trim().toLowerCase() === title.trim().toLowerCase()
  return first && repeats ? [{ ...first, heading: '' }, ...rest] : sections
}

function joined(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
