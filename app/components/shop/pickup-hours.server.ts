import { weekText } from '~/components/desks/hours-text'
import type { Desk } from '~/domain/desks/desks'
import type { Texts } from '~/domain/shop/catalogue'
import { type Language, languages } from '~/domain/text/languages'
import { formatShortWeekday, formatWeekday } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

/** The opening hours as times to pick up, empty without any: an order is ready from the next working day on. */
export function pickupHours(
  { week = [] }: Pick<Desk, 'week'>,
  language: Language,
  format = formatShortWeekday,
): string {
  const { t } = translations(language)
  const hours = weekText(week, language, t, format)
  return hours && t('shelf:pickupFrom', { hours })
}

/** Whether the owner's words are the opening hours, also with the weekdays in full, as they were filled in until 0.3.0. */
export function arePickupHours(when: Texts, desk: Pick<Desk, 'week'>): boolean {
  return languages.some((language) =>
    [formatShortWeekday, formatWeekday].some((format) => {
      const hours = pickupHours(desk, language, format)
      return hours !== '' && when[language] === hours
    }),
  )
}
