import type { Language } from '../text/languages'

/** The provider's details by § 5 DDG. */
export interface Company {
  name: string
  street: string
  postcode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  country: string
  representatives: string[]
  email: string
  phone: string
  register?: { court: string; number: string }
  vatId?: string
  /** By the tax office; on invoices where there is no VAT ID, and in no imprint. */
  taxNumber?: string
  economicId?: string
  authority?: string
  /** Responsible for editorial content (§ 18 MStV). */
  editor?: string
}

export interface Bank {
  holder: string
  /** Without spaces, checked. */
  iban: string
  bic?: string
  name?: string
}

export interface LegalSection {
  heading: string
  paragraphs: (string | string[])[]
}

const legalParts = ['terms', 'delivery', 'withdrawal', 'privacy', 'accessibility'] as const

type LegalPart = (typeof legalParts)[number]

/** `disputes` is the sentence of § 36 VSBG. */
export type LegalTexts = Record<LegalPart, LegalSection[]> & { disputes: string }

export const legalTextNames = [...legalParts, 'disputes'] as const

export type LegalTextName = (typeof legalTextNames)[number]

/** As written, with placeholders; absent fields have not been written yet. */
export interface LegalDetails {
  company?: Company
  bank?: Bank
  texts: Partial<Record<Language, Partial<LegalTexts>>>
}

/** With every text in the default language, and in each other one that it has. */
export interface CompleteDetails extends LegalDetails {
  company: Company
  bank: Bank
  texts: Partial<Record<Language, LegalTexts>>
}

export interface Legal {
  /** Not a real business's texts: no order may rely on them. */
  sample: boolean
  company: Company
  bank: Bank
  texts: Record<Language, LegalTexts>
  /** The language of each text that is not in the wanted one. */
  borrowed: Record<Language, Partial<Record<LegalTextName, Language>>>
  /** Changes with the wording that customers accept. */
  version: string
}

/** A sample is shown only in development. */
export function legalIsShown(
  { sample }: Pick<Legal, 'sample'>,
  mode: 'development' | 'production',
) {
  return !sample || mode === 'development'
}

/** Checks the digits (ISO 13616, ISO 7064 MOD 97-10); without spaces. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}
