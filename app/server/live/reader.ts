/** Milliseconds between readings that time alone causes, at least. */
const soonest = 50

interface Reading {
  /** Returns in how many milliseconds to read again even if nothing happens. */
  read(): Promise<number | undefined>
  /** Called when a reading rejects; reading then stops. */
  fail(error: unknown): void
}

/** Reads when woken, never twice at a time: events during a reading cause another. */
export class Reader {
  #due = false
  #busy = false
  #stopped = false
  #again: NodeJS.Timeout | undefined

  constructor(readonly reading: Reading) {}

  /** Reads soon, once for all events of this tick of the event loop. */
  wake() {
    this.#due = true
    setImmediate(() => this.#readOn())
  }

  stop() {
    this.#stopped = true
    clearTimeout(this.#again)
  }

  async #readOn() {
    if (this.#busy) return
    this.#busy = true
    try {
      while (this.#due && !this.#stopped) {
        this.#due = false
        clearTimeout(this.#again)
        const left = await this.reading.read()
        if (left === undefined || this.#stopped) continue
        this.#again = setTimeout(() => this.wake(), Math.max(soonest, left))
      }
    } catch (error) {
      this.#stopped = true
      this.reading.fail(error)
    }
    this.#busy = false
  }
}
