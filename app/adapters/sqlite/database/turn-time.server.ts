import { waitingReaders } from '../../../domain/stores'

/** Milliseconds of a turn of the event loop in which reading or writing may begin; then others have theirs. */
export const longestTurn = 20

/** Reading is synchronous: a loop that reads would leave nobody else a turn of the event loop. */
export class TurnTime {
  #began: number | undefined
  readonly #waiting: (() => void)[] = []

  /** To be called before each reading: resolves in a turn with time left, first come, first served. */
  async enter(): Promise<void> {
    if (this.#waiting.length > 0 || this.#isOver) {
      waitingReaders.count += 1
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      waitingReaders.count -= 1
    }
    this.#begin()
  }

  get #isOver(): boolean {
    return this.#began !== undefined && performance.now() - this.#began > longestTurn
  }

  #begin() {
    if (this.#began !== undefined) return
    this.#began = performance.now()
    setImmediate(() => {
      this.#began = undefined
      this.#serve()
    })
  }

  #serve() {
    const next = this.#isOver ? undefined : this.#waiting.shift()
    if (!next) return
    this.#begin()
    next()
    // A tick comes when what follows upon the reading has been done.
    queueMicrotask(() => process.nextTick(() => this.#serve()))
  }
}
