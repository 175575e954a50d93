import type { BillRow } from '~/components/shop/bill'
import type { SiteIdentity } from '~/domain/site/identity'
import type { Language } from '~/domain/text/languages'
import { type FineSection, footOf, type Part } from './parts'

export function asText(parts: Part[], sender: SiteIdentity, language: Language): string {
  const fine = parts.filter(({ kind }) => kind === 'fine')
  const rest = parts.filter(({ kind }) => kind !== 'fine')
  const foot = footOf(sender, language)
  return `${[...[...rest, ...fine].map(render), ...(foot ? [foot] : [])].join('\n\n')}\n`
}

function render(part: Part): string {
  switch (part.kind) {
    case 'heading':
    case 'paragraph':
      return part.text
    case 'words':
      return [
        part.by,
        part.title,
        ...(part.above ?? []),
        part.text && quoted(part.text),
        ...(part.beside ?? []),
        part.link,
      ]
        .filter(Boolean)
        .join('\n')
    case 'mark':
      return `*** ${part.text} ***`
    case 'bill':
      return part.rows.map(renderRow).join('\n')
    case 'facts':
      return part.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'fine':
      return [
        '-'.repeat(40),
        part.text.toUpperCase(),
        ...part.sections.flatMap(renderSection),
      ].join('\n\n')
    case 'choices':
      return [part.text, ...part.choices.map(({ text, link }) => `${text}: ${link}`)].join('\n')
    case 'button':
    case 'link':
      return `${part.text}:\n${part.link}`
    case 'aside': {
      const { text, link } = part
      return [text, link && `${link.text}: ${link.to}`].filter(Boolean).join('\n')
    }
  }
}

/** Details go below a line; the total stands alone. A label with a colon of its own takes a dash. */
function renderRow({ kind, label, details, amount }: BillRow): string {
  const { sentence } = label
  const between = sentence.includes(': ') ? ' – ' : ': '
  const row = [
    amount ? sentence + between + amount : sentence,
    ...details.map((each) => `  ${each.sentence}`),
  ]
  return (kind === 'total' ? ['', ...row, ''] : row).join('\n')
}

function renderSection({ heading, paragraphs }: FineSection): string[] {
  const rendered = paragraphs.map((each) =>
    typeof each === 'string' ? each : each.map((point) => `- ${point}`).join('\n'),
  )
  return heading ? [heading, ...rendered] : rendered
}

/** Each line behind `>`. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
