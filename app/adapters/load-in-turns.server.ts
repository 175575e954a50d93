import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Each part in a turn of the event loop; `a > b`: what `a` knows as `b`. Throws if missing. */
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
