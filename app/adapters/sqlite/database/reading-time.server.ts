/** Milliseconds of reading or writing in one turn of the event loop, after which others have theirs. */
export const longestTurn = 20

/** Reading is synchronous: a loop that only reads would leave nobody else a turn of the event loop. */
export class ReadingTime {
  /** Milliseconds in this turn; undefined before the first. */
  #spent: number | undefined

  get isOver(): boolean {
    return (this.#spent ?? 0) > longestTurn
  }

  measure<Result>(read: () => Result): Result {
    if (this.#spent === undefined) {
      this.#spent = 0
      setImmediate(() => {
        this.#spent = undefined
      })
    }
    const before = performance.now()
    try {
      return read()
    } finally {
      this.#spent += performance.now() - before
    }
  }
}
