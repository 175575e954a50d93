import type { TFunction } from 'i18next'
import { timesText } from '~/components/desks/hours-text'
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

/** "Friday, 4 December, 8:00–12:00, 13:00–18:00", as far as the hours of that day are known; undefined without a day. */
export function pickupDayText(
  { day, hours }: Pick<Pickup, 'day' | 'hours'>,
  language: Language,
  t: TFunction,
): string | undefined {
  if (!day) return undefined
  const date = formatDay(new Date(day), language, 'UTC')
  return hours ? `${date}, ${timesText(hours, t)}` : date
}

/** For the customer, in lines: the day, and the shop's words unless they are its hours. `isReady`: nothing of the next working day. */
export function pickupText(
  pickup: Pick<Pickup, 'day' | 'hours' | 'when'>,
  language: Language,
  t: TFunction,
  isReady = false,
): string {
  const day = pickupDayText(pickup, language, t)
  const nextDay = isReady ? t('shelf:pickupFrom', { hours: '' }) : ''
  const when = pickup.when[language].replace(nextDay, '')
  return [day, pickup.hours ? undefined : when].filter(Boolean).join('\n')
}
