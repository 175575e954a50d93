import type { TFunction } from 'i18next'
import type { Company } from '~/domain/legal/legal'

/** The one of both that an invoice must name (§ 14 (4) UStG). */
export function taxLine(
  { vatId, taxNumber }: Pick<Company, 'vatId' | 'taxNumber'>,
  t: TFunction,
): string | undefined {
  if (vatId) return t('order:vatId', { id: vatId })
  return taxNumber && t('order:taxNumber', { number: taxNumber })
}
