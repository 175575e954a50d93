/** Runs work of one name one at a time, in order; other names run concurrently. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(names: string[], work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.allSettled(names.map((name) => last.get(name))).then(work)
    for (const name of names) last.set(name, turn)
    try {
      return await turn
    } finally {
      for (const name of names) if (last.get(name) === turn) last.delete(name)
    }
  }
}
