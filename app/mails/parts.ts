import type { SheetRow } from '~/components/shop/order-sheet'
import type { LegalSection } from '~/domain/legal/legal'

/** What a mail is made of, in order; drawn once as text and once as HTML. */
export type Part =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** Somebody's own words, under who said them. */
  | { kind: 'words'; by: string; text: string; link?: string }
  /** Says above everything else that nobody may rely on what follows. */
  | { kind: 'mark'; text: string }
  /** What things are and what they come to. */
  | { kind: 'bill'; rows: SheetRow[] }
  /** What is to be read one by one, or copied: each value under or beside its name. */
  | { kind: 'facts'; rows: Fact[] }
  /** What is there to be kept: a text under its title. */
  | { kind: 'fine'; text: string; sections: FineSection[] }
  /** A question with a link for each answer. */
  | { kind: 'choices'; text: string; choices: { text: string; link: string }[] }
  | { kind: 'button'; text: string; link: string }
  /** What one need not read. */
  | { kind: 'aside'; text: string; link?: { text: string; to: string } }

export interface Fact {
  label: string
  value: string
  strong?: boolean
}

/** Paragraphs and lists, with a heading or without. */
export type FineSection = Pick<LegalSection, 'paragraphs'> & { heading?: string }

/** Signs that turn the direction of writing, with which a name could pass for another; and controls. */
const tricks = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|(?![\n\t])\p{Cc}/gu

/** A text as somebody else wrote it, without what only deceives. */
export function honest(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(tricks, '')
}
