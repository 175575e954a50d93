import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { dayBoundaries } from '~/domain/time/days'
import { dayKey } from '~/i18n/formats'

export interface DayNumbers {
  since: Date
  begun: number
  answered: number
  /** Median milliseconds to the first reply; undefined for none. */
  firstReply?: number
}

const daysShown = 14

/** Oldest first, ending today. */
export async function readDays(
  { id, timeZone }: Desk,
  { services, now }: AppLoadContext,
): Promise<DayNumbers[]> {
  const boundaries = dayBoundaries(dayKey(now(), timeZone), timeZone, daysShown)
  const periods = await services.ticketNumbers.periods(id, boundaries)
  return periods.map(({ since, begun, answered, medianFirstReply }) => {
    return { since, begun, answered, firstReply: medianFirstReply }
  })
}
