import { weekText } from '~/components/desks/hours-text'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'
import { translations } from '~/i18n/translation.server'

/** The opening hours as times to pick up, empty without any: an order is ready from the next working day on. */
export function pickupHours({ week = [] }: Pick<Desk, 'week'>, language: Language): string {
  const { t } = translations(language)
  const hours = weekText(week, language, t)
  return hours && t('shelf:pickupFrom', { hours })
}
