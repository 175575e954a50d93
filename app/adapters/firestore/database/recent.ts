/** A page asks for the same records several times. */
export interface Recent<Stored> {
  get(name: string): Stored | undefined
  /** `since`: when the read began (performance.now()); ignored if the record changed since. */
  note(name: string, record: Stored, since: number): void
  forget(name: string): void
  /** The recent record, else that of `load`, which those who ask meanwhile wait for, too. */
  read(name: string, load: () => Promise<Stored | undefined>): Promise<Stored | undefined>
}

/** Milliseconds by which other instances' changes show late. */
const countsFor = 1_000

const most = 10_000

export function createRecent<Stored>(): Recent<Stored> {
  const known = new Map<string, { record?: Stored; at: number }>()
  const loading = new Map<string, Promise<Stored | undefined>>()
  const put = (name: string, record: Stored | undefined, at: number) => {
    if (known.size >= most) known.clear()
    known.set(name, { record, at })
  }
  const recent: Recent<Stored> = {
    get(name) {
      const found = known.get(name)
      return found && performance.now() - found.at < countsFor ? found.record : undefined
    },
    note(name, record, since) {
      const { at = 0 } = known.get(name) ?? {}
      if (at < since) put(name, record, since)
    },
    forget(name) {
      put(name, undefined, performance.now())
      loading.delete(name)
    },
    async read(name, load) {
      const found = recent.get(name) ?? loading.get(name)
      if (found) return found
      const since = performance.now()
      const read = load()
      loading.set(name, read)
      try {
        const record = await read
        if (record) recent.note(name, record, since)
        return record
      } finally {
        if (loading.get(name) === read) loading.delete(name)
      }
    },
  }
  return recent
}
