/** What a mail is made of, in order; drawn once as text and once as HTML. */
export type Part =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  /** Somebody's own words, under who said them. */
  | { kind: 'words'; by: string; text: string; link?: string }
  /** What things are and what they come to, such as a bill. */
  | { kind: 'rows'; text: string; rows: Row[] }
  /** What is there to be kept: a text under its heading, in lines. */
  | { kind: 'fine'; text: string; lines: string[] }
  /** A question with a link for each answer. */
  | { kind: 'choices'; text: string; choices: { text: string; link: string }[] }
  | { kind: 'button'; text: string; link: string }
  /** What one need not read. */
  | { kind: 'aside'; text: string; link?: { text: string; to: string } }

export interface Row {
  label: string
  value: string
  strong?: boolean
}

/** Signs that turn the direction of writing, with which a name could pass for another; and controls. */
const tricks = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|(?![\n\t])\p{Cc}/gu

/** A text as somebody else wrote it, without what only deceives. */
export function honest(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(tricks, '')
}
