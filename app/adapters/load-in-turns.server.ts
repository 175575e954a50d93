import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Loads what a package is made of, each part in a turn of the event loop: loading is synchronous, and
 * others would wait for all of it. `a > b` is what `a` knows as `b`. Throws for what is not there.
 */
export async function loadInTurns(name: string, parts: readonly string[]): Promise<void> {
  const here = createRequire(import.meta.url)
  for (const part of parts) {
    const way = [name, ...part.split(' > ')]
    const wanted = way.pop() ?? name
    const within = way.reduce((from, each) => createRequire(from.resolve(each)), here)
    within(wanted)
    await nextTurn()
  }
}
