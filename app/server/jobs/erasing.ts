import { deleteIdentities } from '~/domain/erasure/erasure'
import { removeDiscarded } from '~/domain/files/attachment-removal'
import { unsealTokens } from '~/http/sessions/token-seal.server'
import type { ServerContext } from '../arrival/context'
import type { Job, JobContext } from './job'

/** Rows erased per commit: 3 ms of the processor in the median, 14 in the 99th percentile. */
export const rowsAtOnce = 20

/** Milliseconds after which a long erasure looks for accounts that are due. */
const lookEvery = 30_000

/** In steps, then files, then accounts at the identity service; once a night it purges traces. */
export function erasing({
  config,
  services,
  log,
}: Pick<ServerContext, 'config' | 'services' | 'log'>): Job {
  const { erasure } = services

  const identities = ({ clock, goOn }: JobContext) =>
    deleteIdentities(services, {
      clock,
      goOn,
      open: (sealed, uid) => unsealTokens(sealed, uid, config.secrets),
      onStuck: (uid, error) =>
        log.warn({ uid, error: String(error) }, 'account is deleted once its owner signs in again'),
    })

  return {
    name: 'erasure',
    every: 0,
    rest: 60_000,
    async run(context) {
      const { clock, goOn } = context
      let lookedAt = clock().getTime()
      let more = true
      let steps = 0
      while (more) {
        if (!(await goOn())) return
        more = await erasure.eraseStep(rowsAtOnce)
        steps += 1
        if (clock().getTime() - lookedAt > lookEvery) {
          await identities(context)
          lookedAt = clock().getTime()
        }
      }
      await removeDiscarded(services)
      await identities(context)
      const due = await erasure.duePurge(clock())
      if (!due) return steps > 1 ? undefined : 'idle'
      if (!(await goOn())) return
      await removeDiscarded(services)
      await services.purge()
      await erasure.purged(due)
    },
  }
}
