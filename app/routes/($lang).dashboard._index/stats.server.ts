import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { dayBoundaries } from '~/domain/time/days'
import { dayKey } from '~/i18n/formats'

const daysShown = 14

/** Oldest first, ending today. */
export function readDays({ id, timeZone }: Desk, { services, now }: AppLoadContext) {
  const boundaries = dayBoundaries(dayKey(now(), timeZone), timeZone, daysShown)
  return services.ticketNumbers.periods(id, boundaries)
}
