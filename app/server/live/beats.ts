export interface Beating {
  beat(): void
}

/** Milliseconds between turns. Of 5,000 streams four beat in each, which takes a fifth of one. */
const step = 10

/**
 * Calls thousands back when it is time, with one timer for all: Node would keep an object for each beat
 * and a list for each millisecond, which outlive a collection of the young generation and lengthen it.
 */
export class Beats {
  readonly #turns = new Map<number, Set<Beating>>()
  #timer: NodeJS.Timeout | undefined
  /** The first turn that is not over. */
  #next = 0

  /** After so many milliseconds, up to a step later; returns the turn, for `cancel`. */
  later(beating: Beating, milliseconds: number): number {
    const now = performance.now() / step
    const turn = Math.floor(now + milliseconds / step) + 1
    const those = this.#turns.get(turn) ?? new Set()
    this.#turns.set(turn, those.add(beating))
    if (!this.#timer) {
      this.#next = Math.floor(now)
      this.#timer = setInterval(() => this.#turn(), step)
    }
    return turn
  }

  cancel(beating: Beating, turn: number): void {
    this.#turns.get(turn)?.delete(beating)
  }

  #turn() {
    for (const now = performance.now() / step; this.#next <= now; this.#next += 1) {
      const those = this.#turns.get(this.#next)
      this.#turns.delete(this.#next)
      for (const each of those ?? []) each.beat()
    }
    if (this.#turns.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
