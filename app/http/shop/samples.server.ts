import { samplesIn, withoutSamples } from '~/domain/site/opening'
import { logEvent } from '../desks/audit-log.server'
import type { Asked } from '../forms/form-action.server'
import type { OwnDesk } from '../sessions/access.server'

/** Takes the samples out of the shop; gives their ids. */
export async function removeSamples(asked: Asked<OwnDesk>): Promise<string[]> {
  const { services, now } = asked.context
  const { catalogue: source } = services
  const { removed } = await source.change((current) => {
    const removed = [...samplesIn(current, source.sample)]
    const catalogue = removed.length > 0 ? withoutSamples(current, source.sample) : undefined
    return { catalogue, removed }
  }, now())
  if (removed.length > 0) await logEvent(asked, 'samplesOff', { about: String(removed.length) })
  return removed
}
