import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import type { ServerContext } from './arrival/context'

/** Milliseconds for which nothing may hold the event loop. */
const longest = 50

/** Milliseconds between looks. */
const lookEvery = 10

/** Milliseconds of work between two looks up to which nobody waits for an answer. */
const idle = 1

/** The share of the young generation from which it is worth emptying. */
const filled = 0.7

const thisProcess = {
  time: () => performance.now(),
  /** Milliseconds for which the event loop has worked. */
  worked: () => performance.eventLoopUtilization().active,
  collect() {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (!young) return
    const { space_used_size: used, space_available_size: available } = young
    // There with `--expose-gc` alone.
    if (used > filled * (used + available)) globalThis.gc?.({ type: 'minor' })
  },
}

/**
 * Logs what held the event loop too long, and for how many milliseconds. Where there is nothing to do,
 * garbage is collected, which V8 by itself does in the middle of what somebody waits for. Returns how to
 * stop.
 */
export function watchEventLoop(
  context: Pick<ServerContext, 'log' | 'work'>,
  { time, worked, collect } = thisProcess,
): () => void {
  let due = time() + lookEvery
  let before = worked()
  const look = () => {
    const held = time() - due
    if (held >= longest - lookEvery) {
      context.log.warn({ work: context.work, held: Math.round(held) }, 'The event loop stood still')
    }
    if (worked() - before < idle) collect()
    before = worked()
    due = time() + lookEvery
  }
  const timer = setInterval(look, lookEvery).unref()
  return () => clearInterval(timer)
}
