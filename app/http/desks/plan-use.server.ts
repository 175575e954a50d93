import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '../../domain/desks/desks'
import { liftingPlan, readPlanUse } from '../../domain/shop/plans'
import { monthBoundaries } from '../../domain/time/days'
import { dayKey } from '../../i18n/formats'

/** Use in the calendar month of the desk's time zone, with plans that give more. */
export async function planUse({ id, timeZone }: Desk, { language, services, now }: AppLoadContext) {
  const month = monthBoundaries(dayKey(now(), timeZone), timeZone)
  const catalogue = await services.catalogue.read(now())
  const read = await readPlanUse(services, id, month, now())
  const shown = read.uses.map((use) => ({
    ...use,
    // A browser takes 15 ms to write its first number.
    amounts: {
      used: use.used.toLocaleString(language),
      most: use.most.toLocaleString(language),
    },
    lift: liftingPlan(catalogue, use.name, use.most)?.title[language],
  }))
  return { ...read, catalogue, shown }
}
