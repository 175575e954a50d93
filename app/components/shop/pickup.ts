import type { TFunction } from 'i18next'
import type { Company, Legal } from '~/domain/legal/legal'
import type { Catalogue, Texts } from '~/domain/shop/catalogue'
import type { Pickup } from '~/domain/shop/orders'
import type { Language, Lent } from '~/domain/text/languages'
import { formatDay } from '~/i18n/formats'

export interface ShownPickup {
  place: string
  when: Texts
  lent?: Lent
}

export function shownPickup(
  { pickup, pickupLent: lent }: Pick<Catalogue, 'pickup' | 'pickupLent'>,
  { company }: Pick<Legal, 'company'>,
): ShownPickup | undefined {
  return pickup && { place: placeOf(company), when: pickup, ...(lent && { lent }) }
}

export function placeOf({ street, postcode, city }: Company): string {
  return `${street}, ${postcode} ${city}`
}

/** "Saturday, 28 November: Mon–Sat 8:00–18:00", without the day where the customer named none. */
export function pickupText(
  { day, when }: Pick<Pickup, 'day' | 'when'>,
  language: Language,
): string {
  const times = when[language]
  return day ? `${formatDay(new Date(day), language, 'UTC')}: ${times}` : times
}

/** Once it is ready, nothing of the next working day. */
export function pickupNow(
  pickup: Pick<Pickup, 'day' | 'when'>,
  language: Language,
  t: TFunction,
): string {
  return pickupText(pickup, language).replace(t('shelf:pickupFrom', { hours: '' }), '')
}
