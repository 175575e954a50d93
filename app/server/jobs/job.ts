import type { LiveEvent } from '~/domain/live/live'

/** Milliseconds between two rounds. */
export const betweenRounds = 10_000

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
  /** What says that there is something for it to do at once. */
  wokenBy?: LiveEvent['kind']
  /**
   * Returns 'idle' where the next look can wait: each one is a billed read at a far store. Or a time before
   * the next round, at which it has to run again.
   */
  run(context: JobContext): Promise<unknown>
}
