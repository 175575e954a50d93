import type { AppLoadContext } from '@remix-run/node'
import { arePickupHours } from '~/components/shop/pickup-hours.server'
import { timetableOf } from '~/domain/desks/desks'
import { findSiteDesk } from '~/domain/desks/site-desk'
import type { FormErrors } from '~/domain/forms/forms'
import type { Texts } from '~/domain/shop/catalogue'
import { shopTimeZone } from '~/domain/shop/orders'
import { type PickupDays, pickupDays } from '~/domain/shop/pickup-day'
import { type Language, languages } from '~/domain/text/languages'
import { formatDay } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'

/**
 * The times to pick up are the owner's words. Where they are the desk's opening hours, these say which days they
 * mean; other words may mean other days.
 */
export async function readPickupDays(
  { services, now }: AppLoadContext,
  when: Texts | undefined,
): Promise<PickupDays> {
  const desk = when && (await findSiteDesk(services))
  const tomorrow = when !== undefined && languages.some((each) => isReadyNextDay(when, each))
  const opens = desk && arePickupHours(when, desk) ? timetableOf(desk) : undefined
  return pickupDays(now(), shopTimeZone, opens, tomorrow)
}

/** Whether the words end as those that the opening hours give. */
function isReadyNextDay(when: Texts, language: Language): boolean {
  const { t } = translations(language)
  const fromNextDay = t('shelf:pickupFrom', { hours: '' }).replace(/^[\s,]+/, '')
  return when[language].includes(fromNextDay)
}

/** A closed day and the next open one as people write them. */
export function withNamedDays(errors: FormErrors, language: Language): FormErrors {
  const { day } = errors
  if (typeof day !== 'object') return errors
  const values = Object.entries(day.values).map(([name, value]) => {
    return [name, formatDay(new Date(value), language, 'UTC')]
  })
  return { ...errors, day: { key: day.key, values: Object.fromEntries(values) } }
}
