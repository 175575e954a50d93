import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import { dayBoundaries } from '~/domain/time/days'
import { dayKey } from '~/i18n/formats'

/** What happened at the desk on one day. */
export interface DayNumbers {
  /** The first moment of the day on the desk's clocks. */
  since: Date
  begun: number
  answered: number
  /** Median milliseconds from a first message to the first answer to it; undefined where there was none. */
  firstReply?: number
}

/** How many days the pictures show, today among them. */
const daysShown = 14

/** The last days in order; the last one is today. */
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
