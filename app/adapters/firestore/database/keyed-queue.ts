/** Runs work of one name one at a time, in order; other names run concurrently. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(names: string[], work: () => Promise<Result>): Promise<Result> => {
    const run = Promise.allSettled(names.map((name) => last.get(name))).then(work)
    for (const name of names) last.set(name, run)
    try {
      return await run
    } finally {
      for (const name of names) if (last.get(name) === run) last.delete(name)
    }
  }
}
