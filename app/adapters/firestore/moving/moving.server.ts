import type { MovableStore } from '../../../domain/export/moving'
import { StoreNotOpened } from '../../../domain/stores'
import { openDatabase, type Settings } from '../database/database.server'
import { asUnavailable } from '../database/failures'
import { raiseGeneration, refuseNewer } from '../database/generation.server'
import { inTime, startProblem, startTimeoutMs } from '../database/guard.server'
import { hasData, isBeingLoaded, loadingMark, removeLoaded } from '../database/loading.server'
import { createErasure } from '../erasure/erasure.server'
import { settleMembers } from '../members/founders.server'
import { createTicketLookup } from '../tickets/lookup.server'
import { dump } from './dump.server'
import { load } from './load.server'

const erasedAtOnce = 100

/** Milliseconds; a client has no timeout of its own. */
const closeTimeoutMs = 5_000

/**
 * Throws StoreNotOpened if the database cannot be read within so many milliseconds; later failures
 * reject with StoreUnavailable.
 */
export async function openMovable(
  settings: Settings,
  within = startTimeoutMs,
): Promise<MovableStore> {
  const database = openDatabase(settings)
  const mark = loadingMark(database)
  const close = () => inTime(closeTimeoutMs, database.firestore.terminate()).catch(() => undefined)
  const reading = refuseNewer(database)
  try {
    await inTime(within, reading)
  } catch (error) {
    reading.then(close, close)
    throw new StoreNotOpened(startProblem(asUnavailable(error), settings), error)
  }
  return {
    state: () =>
      unlessUnavailable(async () => {
        if (await isBeingLoaded(database)) return 'half'
        return (await hasData(database)) ? 'whole' : 'empty'
      }),

    async *dump() {
      const { eraseStep } = createErasure(database, createTicketLookup(database))
      try {
        while (await eraseStep(erasedAtOnce));
        await settleMembers(database)
        yield* dump(database)
      } catch (error) {
        throw asUnavailable(error)
      }
    },

    load: (pieces) =>
      unlessUnavailable(async () => {
        if (await isBeingLoaded(database)) await removeLoaded(database)
        else await mark.set({ beats: 1 })
        await load(database, pieces)
      }),

    finish: () =>
      unlessUnavailable(async () => {
        await raiseGeneration(database)
        await mark.delete()
      }),

    close,
  }
}

async function unlessUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asUnavailable(error)
  }
}
