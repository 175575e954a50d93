import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServerContext } from './arrival/context'

/** Milliseconds for which nothing may hold the event loop. */
const longest = 50

/** Milliseconds. */
const resolution = 10
const lookEvery = 1_000

/**
 * Logs how long the event loop was held, in milliseconds, if that was too long, and what began last.
 * Returns how to stop.
 */
export function watchEventLoop(
  context: Pick<ServerContext, 'log' | 'work'>,
  delays: Pick<
    ReturnType<typeof monitorEventLoopDelay>,
    'enable' | 'disable' | 'reset' | 'max'
  > = monitorEventLoopDelay({ resolution }),
): () => void {
  delays.enable()
  const look = () => {
    // In nanoseconds, with the pause between two samples.
    const held = delays.max / 1e6 - resolution
    delays.reset()
    if (held >= longest) {
      context.log.warn({ work: context.work, held: Math.round(held) }, 'The event loop stood still')
    }
  }
  const timer = setInterval(look, lookEvery).unref()
  return () => {
    clearInterval(timer)
    delays.disable()
  }
}
