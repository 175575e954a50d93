export interface JobContext {
  clock(): Date
  /**
   * Whether to begin the next step; false while the server stops or another process took over.
   * Resolves after a rest, so that steps that only read do not block the event loop.
   */
  goOn(): Promise<boolean>
}

/** Background work. Interrupted anywhere, it resumes at its next run. */
export interface Job {
  name: string
  /** Milliseconds between runs, at least. */
  every: number
  /** Milliseconds between runs after an idle one; by default `every`. */
  rest?: number
  /** Returns 'idle' where the next look can wait: each one is a billed read at a far store. */
  run(context: JobContext): Promise<unknown>
}
