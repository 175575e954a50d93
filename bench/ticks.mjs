import { openSync, readSync } from 'node:fs'

/**
 * Measures the milliseconds of processor that one tick of the event loop takes: unlike the time of the
 * clock, other programs do not lengthen it. `take` returns the longest since it was called last.
 */
export function watchTicks() {
  let longest = 0
  let before = processorTime()
  setInterval(() => {
    const time = processorTime()
    longest = Math.max(longest, time - before)
    before = time
  }, 1).unref()
  return {
    take() {
      // What is under way counts, too.
      const taken = Math.max(longest, processorTime() - before)
      longest = 0
      before = processorTime()
      return taken
    },
  }
}

const descriptor = openSync('/proc/self/schedstat')
const bytes = Buffer.alloc(64)

/** Milliseconds of the main thread, in steps of a few. Source: Linux, sched-stats.rst. */
function processorTime() {
  const text = bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0))
  return Number(text.split(' ')[0]) / 1e6
}
