/** Records that were read a moment ago, by names: a page asks for the same ones several times. */
export interface Recent<Stored> {
  get(name: string): Stored | undefined
  /** Keeps what a reading that began at `since` (performance.now()) found, unless it changed meanwhile. */
  note(name: string, record: Stored, since: number): void
  /** To be called once it has changed. */
  forget(name: string): void
}

/** How long (milliseconds) a record counts: what other instances change shows so much later. */
const countsFor = 1_000

const most = 10_000

export function createRecent<Stored>(): Recent<Stored> {
  const known = new Map<string, { record?: Stored; at: number }>()
  const put = (name: string, record: Stored | undefined, at: number) => {
    if (known.size >= most) known.clear()
    known.set(name, { record, at })
  }
  return {
    get(name) {
      const found = known.get(name)
      return found && performance.now() - found.at < countsFor ? found.record : undefined
    },
    note(name, record, since) {
      const { at = 0 } = known.get(name) ?? {}
      if (at < since) put(name, record, since)
    },
    forget: (name) => put(name, undefined, performance.now()),
  }
}
