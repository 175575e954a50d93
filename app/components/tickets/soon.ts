import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'
import { formatClock, formatSoonDay } from '~/i18n/formats'

/** "Thu 9:00" within six days, else "3 Dec 9:00". */
export function soonText(
  t: TFunction,
  at: Date,
  now: Date,
  language: Language,
  timeZone: string,
): string {
  const day = formatSoonDay(at, now, language, timeZone)
  return t('ledger:soon', { day, time: formatClock(at, language, timeZone) })
}
