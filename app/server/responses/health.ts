import { StoreSilent } from '~/domain/stores'

/** Milliseconds for which a probe of the store counts. */
const probeCounts = 10_000
const probeTimeoutMs = 2_000

/** Milliseconds without any response from the store after which the process should be restarted. */
const longestSilence = 60_000

/** Whether the process can do its work. A stuck event loop responds to nothing. */
export interface Health {
  /**
   * Returns why a restart may help, or nothing: the store has not responded for a minute. A store that
   * refuses, such as a full disk, has responded; a call that its adapter gave up has not. Probes it, but does not wait for the result.
   */
  silence(): string | undefined
  /** Returns why the store could not be read and written in the last ten seconds, or nothing. */
  problem(): Promise<string | undefined>
  /** Whether the store can be read now, in two seconds at most. */
  isReadable(): Promise<boolean>
  /** Whether it could not be read in the last ten seconds, without asking it. */
  isAway(): boolean
  /** Reports this from now on, whatever the store says. */
  blame(problem: string): void
}

class Late extends Error {}

/** `probe` reads and writes, `read` only reads. */
export function createHealth(
  probe: () => Promise<void>,
  now: () => Date,
  read: () => Promise<unknown> = probe,
): Health {
  let provedAt = Number.NEGATIVE_INFINITY
  let respondedAt = now().getTime()
  let isSilent = false
  let blamed: string | undefined
  let proving: Promise<string | undefined> | undefined
  let reading: Promise<boolean> | undefined
  let unreadableAt = Number.NEGATIVE_INFINITY

  async function prove(): Promise<string | undefined> {
    const began = now().getTime()
    try {
      await withTimeout(probe(), probeTimeoutMs)
      provedAt = now().getTime()
      responded()
      return undefined
    } catch (error) {
      if (!(error instanceof Late || error instanceof StoreSilent)) responded()
      else if (!isSilent) {
        isSilent = true
        // Nobody asked before: how long the silence was by then is unknown.
        respondedAt = Math.max(respondedAt, began - probeCounts)
      }
      return error instanceof Error ? error.message : String(error)
    } finally {
      proving = undefined
    }
  }

  function responded() {
    isSilent = false
    respondedAt = now().getTime()
  }

  async function probed(): Promise<string | undefined> {
    if (now().getTime() - provedAt < probeCounts) return undefined
    proving ??= prove()
    return proving
  }

  return {
    silence() {
      void probed()
      const isLong = isSilent && now().getTime() - respondedAt >= longestSilence
      return isLong ? 'the store has not responded for a minute' : undefined
    },
    problem: async () => blamed ?? probed(),
    isReadable() {
      reading ??= withTimeout(read(), probeTimeoutMs)
        .then(
          () => true,
          () => false,
        )
        .then((readable) => {
          unreadableAt = readable ? Number.NEGATIVE_INFINITY : now().getTime()
          reading = undefined
          return readable
        })
      return reading
    },
    isAway: () => now().getTime() - unreadableAt < probeCounts,
    blame(problem) {
      blamed = problem
    },
  }
}

function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Late('The store did not answer'))
    const timer = setTimeout(late, milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
