import type { AnyKind, Kind } from './kinds'

/** Values of fields; a list stands for any of its values. */
export type Values<R> = { readonly [Field in keyof R]?: R[Field] | readonly R[Field][] }

export interface Range<R = object> {
  /** Only those with these values. */
  where?: Values<R>
  /** The least value of the list's order. */
  from?: Date | number | string
  /** The values of the list's order end before it. */
  until?: Date | number | string
  /** Where the page before ended: the value of an order that is unique, or for `paged` lists the record. */
  after?: Date | number | string | R
  limit?: number
}

export interface Reading {
  /** By the values of its key. */
  get<R extends object>(kind: Kind<R>, ...key: string[]): Promise<R | undefined>
  /** By the texts that are the keys of a kind with one key field; undefined where there is none. */
  all<R extends object>(kind: Kind<R>, keys: readonly string[]): Promise<(R | undefined)[]>
  /** `by` has a value for each field by which the list is asked, where it is not a missing one. */
  list<R extends object, Lists extends string>(
    kind: Kind<R, Lists>,
    list: Lists,
    by: Values<R>,
    range?: Range<R>,
  ): Promise<R[]>
}

/** Creates without `before`, removes without `after`, else writes the fields that differ. */
export interface Change {
  kind: AnyKind
  before?: object
  after?: object
}

export interface Commit<Result> {
  result: Result
  changes?: readonly Change[]
}

/**
 * Reads and writes of every kind. What a store outside of a commit returns leaves out the records of
 * desks that are being erased.
 */
export interface Records extends Reading {
  /**
   * Makes all changes or none, and resolves once they are kept. `decide` awaits nothing but `read`, and
   * may run again where others disturb it. A `before` comes from its `read`. At most 500 changes.
   * `names` say what is changed, e.g. `saved replies ID`: commits of one name run one after another in
   * this process. Rejects with `Taken` where another record has a key or a unique value.
   */
  commit<Result>(
    names: string[],
    decide: (read: Reading) => Promise<Commit<Result>>,
  ): Promise<Result>
  /** Removes at most `limit` records of a list, also of hidden desks; returns how many. */
  clear<R extends object, Lists extends string>(
    kind: Kind<R, Lists>,
    list: Lists,
    by: Values<R>,
    range: Range<R> & { limit: number },
  ): Promise<number>
}

/** What was to be created is there already. */
export class Taken extends Error {
  constructor(cause?: unknown) {
    super('A record with this key or unique value is there already', { cause })
    this.name = 'Taken'
  }
}

export function created<R extends object>(kind: Kind<R>, after: R): Change {
  return { kind, after }
}

export function changed<R extends object>(kind: Kind<R>, before: R, after: R): Change {
  return { kind, before, after }
}

export function removed<R extends object>(kind: Kind<R>, before: R): Change {
  return { kind, before }
}

/** Adds one record without reading. Rejects with `Taken`. */
export function add<R extends object>(records: Records, kind: Kind<R>, record: R): Promise<void> {
  return records.commit([], async () => ({
    result: undefined,
    changes: [created(kind, record)],
  }))
}

/** As many as Firestore takes in one commit. */
export const mostChanges = 500

/** Remembers what is read, and demands of changes that they begin with that. */
export function reads() {
  const known = new Set<object>()
  function note<R extends object | undefined>(record: R): R {
    if (record) known.add(record)
    return record
  }
  return {
    noting: (read: Reading): Reading => ({
      get: async (kind, ...key) => note(await read.get(kind, ...key)),
      all: async (kind, keys) => (await read.all(kind, keys)).map(note),
      list: async (...asked) => (await read.list(...asked)).map(note),
    }),
    demand(changes: readonly Change[]) {
      if (changes.length > mostChanges) throw new Error(`More than ${mostChanges} changes at once`)
      for (const { kind, before } of changes)
        if (before && !known.has(before))
          throw new Error(`A ${kind.noun} is changed that this commit has not read`)
    },
  }
}

/** The fields of `after` that are not as before; undefined where one is no longer there. */
export function difference(
  kind: AnyKind,
  before: object,
  after: object,
): [field: string, value: unknown][] {
  return Object.keys(kind.cells).flatMap((field): [string, unknown][] => {
    const [old, now] = [Reflect.get(before, field), Reflect.get(after, field)]
    return isSame(old, now) ? [] : [[field, now]]
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The values of its key. */
export function keyOf(kind: AnyKind, record: object): string[] {
  return kind.key.map((field) => String(Reflect.get(record, field)))
}
