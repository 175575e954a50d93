import type { BillRow } from '~/components/shop/bill'
import type { LegalSection } from '~/domain/legal/legal'
import type { SiteIdentity } from '~/domain/site/identity'
import type { Language } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'

/** An e-mail's content in order, rendered as text and as HTML. */
export type Part =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | Words
  | { kind: 'mark'; text: string }
  | { kind: 'bill'; rows: BillRow[] }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'fine'; text: string; sections: FineSection[] }
  | { kind: 'choices'; text: string; language: Language; choices: { text: string; link: string }[] }
  | { kind: 'button'; text: string; link: string }
  | { kind: 'link'; text: string; link: string }
  | { kind: 'aside'; text: string; link?: { text: string; to: string } }

/** What somebody wrote; `title` and `above` before it and `beside` after it are ours. */
interface Words {
  kind: 'words'
  by: string
  title?: string
  above?: string[]
  text: string
  beside?: string[]
  link?: string
}

export interface Fact {
  label: string
  value: string
  strong?: boolean
}

export type FineSection = Pick<LegalSection, 'paragraphs'> & { heading?: string }

/** Who sends it, and with what; empty while the site has no name. */
export function footOf({ name, named, credit }: SiteIdentity, language: Language): string {
  if (!named) return ''
  return [honest(name), ...(credit ? [translations(language).t('layout:credit')] : [])].join(' · ')
}

/** Bidirectional controls, with which a name could pass for another, and other controls. */
const tricks = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|(?![\n\t])\p{Cc}/gu

/** Removes characters that deceive from somebody else's text. */
export function honest(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(tricks, '')
}
