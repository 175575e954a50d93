import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds that the 99th percentile of waits in the event loop may last. */
const longestLag = 200
const lagWindow = 10_000
/** Milliseconds for which an answer of the store counts. */
const probeCounts = 10_000
const probePatience = 2_000

export interface Health {
  /** Whether this process does its work in time; asks nothing of anybody else. */
  isAlive(): boolean
  /** Whether the store could be read and written within the last ten seconds. */
  isReady(): Promise<boolean>
  close(): void
}

export function createHealth(probe: () => Promise<void>, now: () => Date): Health {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  // A whole window is judged: in a new one, a single long wait would be the 99th percentile.
  let lag = 0
  const renewal = setInterval(() => {
    lag = delay.percentile(99) / 1e6
    delay.reset()
  }, lagWindow).unref()
  let provedAt = Number.NEGATIVE_INFINITY
  let proving: Promise<boolean> | undefined

  async function prove(): Promise<boolean> {
    try {
      await withPatience(probe(), probePatience)
      provedAt = now().getTime()
      return true
    } catch {
      return false
    } finally {
      proving = undefined
    }
  }

  return {
    isAlive: () => lag < longestLag,
    async isReady() {
      if (now().getTime() - provedAt < probeCounts) return true
      proving ??= prove()
      return proving
    },
    close() {
      clearInterval(renewal)
      delay.disable()
    },
  }
}

function withPatience<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The store did not answer')), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
