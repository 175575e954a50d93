/** Streams that want the same at the same time wait for one reading. */
export interface SharedReads {
  /** Reads once for all callers of this tick of the event loop that have heard the same events. */
  once<Result>(about: string, what: string, make: () => Promise<Result>): Promise<Result>
  /** Later readings may differ from earlier ones. */
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
