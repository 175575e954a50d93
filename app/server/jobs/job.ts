/** What a job is given when its turn comes. */
export interface Turn {
  clock(): Date
  /** Whether the job may begin its next step: it is not while the server stops or another process took over. */
  goOn(): Promise<boolean>
}

/** Something that the server does by itself. Broken off anywhere, it is taken up at the next turn. */
export interface Job {
  name: string
  /** Milliseconds from one turn to the next, at least. */
  every: number
  run(turn: Turn): Promise<void>
}
