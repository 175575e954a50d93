import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { dayBoundaries } from '~/domain/time/days'
import { dayKey, formatDay } from '~/i18n/formats'

const daysShown = 14

/** Oldest first, ending today. */
export async function readDays({ id, timeZone }: Desk, context: AppLoadContext) {
  const { services, now, language } = context
  const boundaries = dayBoundaries(dayKey(now(), timeZone), timeZone, daysShown)
  const days = await services.ticketNumbers.periods(id, boundaries)
  // A browser takes 20 ms to make its first formatter.
  return days.map(({ since, ...counts }) => ({
    day: formatDay(since, language, timeZone),
    ...counts,
  }))
}
