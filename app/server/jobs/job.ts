export interface Turn {
  clock(): Date
  /**
   * Whether to begin the next step; false while the server stops or another process took over.
   * Resolves after a rest, as steps that only read would leave others no turn of the event loop.
   */
  goOn(): Promise<boolean>
}

/** Background work. Interrupted anywhere, it resumes at the next turn. */
export interface Job {
  name: string
  /** Milliseconds between turns, at least. */
  every: number
  /** Milliseconds between turns of the timer after one that was idle; by default `every`. */
  rest?: number
  /** Returns 'idle' where the next look can wait: each one is a billed read at a far store. */
  run(turn: Turn): Promise<unknown>
}
