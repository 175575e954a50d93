/** Milliseconds for which a probe of the store counts. */
const probeCounts = 10_000
const probePatience = 2_000

/**
 * Whether the process can do its work. Being alive needs no check: a stuck event loop responds to
 * nothing.
 */
export interface Health {
  /** Returns why the store could not be read and written in the last ten seconds, or nothing. */
  problem(): Promise<string | undefined>
  /** Reports this from now on, whatever the store says. */
  blame(problem: string): void
}

export function createHealth(probe: () => Promise<void>, now: () => Date): Health {
  let provedAt = Number.NEGATIVE_INFINITY
  let blamed: string | undefined
  let proving: Promise<string | undefined> | undefined

  async function prove(): Promise<string | undefined> {
    try {
      await withPatience(probe(), probePatience)
      provedAt = now().getTime()
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      proving = undefined
    }
  }

  return {
    async problem() {
      if (blamed) return blamed
      if (now().getTime() - provedAt < probeCounts) return undefined
      proving ??= prove()
      return proving
    },
    blame(problem) {
      blamed = problem
    },
  }
}

function withPatience<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The store did not answer')), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
