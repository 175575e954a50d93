/** Milliseconds of a turn of the event loop in which reading or writing may begin; then others have theirs. */
export const longestTurn = 20

/** Reading is synchronous: a loop that reads would leave nobody else a turn of the event loop. */
export class TurnTime {
  #began: number | undefined

  get isOver(): boolean {
    return this.#began !== undefined && performance.now() - this.#began > longestTurn
  }

  /** To be called before each reading. */
  begin(): void {
    if (this.#began !== undefined) return
    this.#began = performance.now()
    setImmediate(() => {
      this.#began = undefined
    })
  }
}
