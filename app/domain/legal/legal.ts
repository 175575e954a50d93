import type { Language } from '../text/languages'

/** Who runs the site, as § 5 DDG wants it said. */
export interface Company {
  /** With its legal form. */
  name: string
  street: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Whoever may act for it; the owner of a business without a legal form of its own. */
  representatives: string[]
  email: string
  /** The second fast way to reach it. */
  phone: string
  register?: { court: string; number: string }
  vatId?: string
  economicId?: string
  /** Whoever supervises a business that needs a permit. */
  authority?: string
  /** Who answers for what is published, where there is more than products (§ 18 MStV). */
  editor?: string
}

/** Where transfers go. */
export interface Bank {
  holder: string
  /** Without spaces, its check digits right. */
  iban: string
  bic?: string
  name?: string
}

/** Plain text: a paragraph, or a list of points. */
export interface LegalSection {
  heading: string
  paragraphs: (string | string[])[]
}

export const legalParts = ['terms', 'delivery', 'withdrawal', 'privacy', 'accessibility'] as const

export type LegalPart = (typeof legalParts)[number]

/** Each part in its order, and the sentence on settling disputes (§ 36 VSBG). */
export type LegalTexts = Record<LegalPart, LegalSection[]> & { disputes: string }

/** What the law wants said of a shop, with every placeholder filled in. */
export interface Legal {
  /** Whether these are not the data and texts of a real business: no order may rest on them. */
  sample: boolean
  company: Company
  bank: Bank
  texts: Record<Language, LegalTexts>
  /** Names the wording that customers accept; another wording has another name. */
  version: string
}

/** Whether orders are taken: never on samples, except where the shop is being built. */
export function shopIsOpen({ sample }: Pick<Legal, 'sample'>, mode: 'development' | 'production') {
  return !sample || mode === 'development'
}

/** Whether the check digits are right (ISO 13616, ISO 7064 MOD 97-10). Takes it without spaces. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** An IBAN in the groups of four in which people read it. */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
