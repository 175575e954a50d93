import type { ServerContext } from './arrival/context'

/** Milliseconds for which nothing may hold the event loop. */
const longest = 50

/** Milliseconds between looks. */
const lookEvery = 10

/** Logs what held the event loop too long, and for how many milliseconds. Returns how to stop. */
export function watchEventLoop(
  context: Pick<ServerContext, 'log' | 'work'>,
  time = () => performance.now(),
): () => void {
  let due = time() + lookEvery
  const look = () => {
    const held = time() - due
    due = time() + lookEvery
    if (held < longest - lookEvery) return
    context.log.warn({ work: context.work, held: Math.round(held) }, 'The event loop stood still')
  }
  const timer = setInterval(look, lookEvery).unref()
  return () => clearInterval(timer)
}
