/** Streams that want the same at the same time wait for one reading. */
export interface SharedReads {
  /** Makes it once for all who ask for it in this tick of the event loop and have heard the same. */
  once<Result>(about: string, what: string, make: () => Promise<Result>): Promise<Result>
  /** What is read from now on may differ from what was read before. */
  heard(about: string): void
}

export function createSharedReads(): SharedReads {
  const reads = new Map<string, Map<string, Promise<unknown>>>()

  return {
    once<Result>(about: string, what: string, make: () => Promise<Result>): Promise<Result> {
      const known = reads.get(about) ?? new Map<string, Promise<unknown>>()
      if (known.size === 0) {
        reads.set(about, known)
        setImmediate(() => {
          if (reads.get(about) === known) reads.delete(about)
        })
      }
      const result = (known.get(what) as Promise<Result> | undefined) ?? make()
      known.set(what, result)
      return result
    },
    heard(about) {
      reads.delete(about)
    },
  }
}
