import type { ServerContext } from '../arrival/context'

/** Milliseconds: two overlap in a rolling restart, and a killed one's lease runs on. */
const overlap = 60_000

/** Milliseconds between two lines of the log. */
const sayAgainAfter = 3_600_000

/**
 * With LIVE=process only one server may work on a Firestore: limits and live events stay within each.
 * Returns what the scheduler reports to: another server holds its lease. Warns rather than refuses,
 * because a rolling restart starts the next server before the last one has stopped.
 */
export function watchForOthers({
  config,
  log,
}: Pick<ServerContext, 'config' | 'log'>): (alone: boolean, now: Date) => void {
  if (config.store.kind !== 'firestore' || config.live.kind !== 'process') return () => undefined
  let since: number | undefined
  let saidAt: number | undefined
  return (alone, now) => {
    const time = now.getTime()
    if (alone) since = undefined
    else if (since === undefined) {
      since = time
      saidAt = undefined
      log.warn('Another server works on this Firestore, or was killed within the last minute')
    } else if (
      time - since > overlap &&
      time - (saidAt ?? Number.NEGATIVE_INFINITY) >= sayAgainAfter
    ) {
      saidAt = time
      log.error(
        'Two servers work on this Firestore with LIVE=process: neither hears what the other one takes, and each counts limits for itself. Stop one, or set LIVE=rtdb',
      )
    }
  }
}
