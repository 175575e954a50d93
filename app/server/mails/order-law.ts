import type { TFunction } from 'i18next'
import type { Language } from '~/domain/languages'
import type { Legal, LegalSection } from '~/domain/legal'
import type { Part } from './parts'

/**
 * What the law wants the customer to have for good, in the mail itself: the terms, the instruction on
 * withdrawal and who we are (§§ 312f, 312i BGB). A link could change.
 */
export function legalParts(legal: Legal, language: Language, t: TFunction): Part[] {
  const { terms, delivery, withdrawal } = legal.texts[language]
  return [
    seller(legal, t),
    { kind: 'fine', text: t('pages.withdrawal.title'), lines: linesOf(withdrawal) },
    { kind: 'fine', text: t('pages.terms.title'), lines: linesOf([...terms, ...delivery]) },
  ]
}

/** Who sells, as an invoice has to name them. */
export function seller({ company, sample }: Legal, t: TFunction): Part {
  const { name, street, postcode, city, email, phone, vatId } = company
  return {
    kind: 'fine',
    text: t('mails.order.seller'),
    lines: [
      ...(sample ? [t('order.sample')] : []),
      `${name}, ${street}, ${postcode} ${city}`,
      [email, phone, vatId && t('order.vatId', { id: vatId })].filter(Boolean).join(' · '),
    ],
  }
}

function linesOf(sections: LegalSection[]): string[] {
  return sections.flatMap(({ heading, paragraphs }) => [
    heading,
    ...paragraphs.flatMap((each) =>
      typeof each === 'string' ? each : each.map((point) => `– ${point}`),
    ),
  ])
}
