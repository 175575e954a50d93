/** Milliseconds for which an answer of the store counts. */
const probeCounts = 10_000
const probePatience = 2_000

/** Whether the process can do its work. That it is alive needs no asking: a loop that is stuck answers nothing. */
export interface Health {
  /** Returns nothing while the store could be read and written within the last ten seconds, or else why not. */
  problem(): Promise<string | undefined>
  /** Takes this for the problem from now on, whatever the store says. */
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
