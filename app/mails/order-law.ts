import type { TFunction } from 'i18next'
import { taxLine } from '~/components/shop/tax-line'
import type { Legal, LegalSection } from '~/domain/legal/legal'
import { sectionsUnder } from '~/domain/legal/legal-text'
import type { Language } from '~/domain/text/languages'
import type { Part } from './parts'

/** With sample texts no e-mail may pass for a real business's. */
export function sampleMark({ sample }: Legal, t: TFunction): Part[] {
  return sample ? [{ kind: 'mark', text: `${t('legal:sample')} ${t('legal:sampleText')}` }] : []
}

/** Durably, hence in the e-mail itself: us, the withdrawal form, the terms (§§ 312f, 312i BGB). */
export function legalParts(legal: Legal, language: Language, t: TFunction): Part[] {
  const { terms, delivery, withdrawal } = legal.texts[language]
  return [
    seller(legal, 'mails:order.seller', t),
    fine(t('withdrawal:page.title'), withdrawal),
    fine(t('legal:termsPage.title'), [...terms, ...delivery]),
  ]
}

function fine(title: string, sections: LegalSection[]): Part {
  return { kind: 'fine', text: title, sections: sectionsUnder(title, sections) }
}

/** As an invoice and a business letter must name us (§ 14 UStG, § 35a GmbHG). */
export function seller(
  { company }: Legal,
  title: 'mails:order.seller' | 'mails:declaration.to',
  t: TFunction,
): Part {
  const { name, street, postcode, city, email, phone, register, representatives } = company
  const lines = [
    [name, street, `${postcode} ${city}`],
    [email, phone],
    [
      register && `${register.court}, ${register.number}`,
      `${t('legal:representatives')} ${representatives.join(', ')}`,
      taxLine(company, t),
    ],
  ]
  const text = lines.map((line) => line.filter(Boolean).join(' · ')).join('\n')
  return { kind: 'fine', text: t(title), sections: [{ paragraphs: [text] }] }
}
