import { setTimeout as wait } from 'node:timers/promises'
import { StoreUnavailable } from '../../../domain/stores'

/** Milliseconds between two tries. */
const retryEvery = 20

/** Retries for `patience` milliseconds, not blocking. After a failure the next gets one try. */
export class WriteLock {
  #heldSince = 0
  #heldAt = Number.NEGATIVE_INFINITY
  readonly #begin: () => void
  readonly #patience: number

  constructor(begin: () => void, patience: number) {
    this.#begin = begin
    this.#patience = patience
  }

  /** Throws as `begin` does. */
  async take(): Promise<void> {
    while (!this.#try()) await wait(retryEvery)
  }

  #try(): boolean {
    try {
      this.#begin()
      return true
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.code !== 'SQLITE_BUSY') throw error
      const now = performance.now()
      if (now - this.#heldAt >= this.#patience) this.#heldSince = now
      this.#heldAt = now
      if (now - this.#heldSince >= this.#patience) throw error
      return false
    }
  }
}
