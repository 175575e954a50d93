/** How a store keeps a field: times as milliseconds UTC in SQLite, `json` for objects and lists. */
export type Cell = 'text' | 'number' | 'flag' | 'time' | 'json' | 'bytes'

type CellOf<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'flag'
      : [Value] extends [Date]
        ? 'time'
        : [Value] extends [Uint8Array]
          ? 'bytes'
          : 'json'

/** A cell for each field, optional ones included: what a declaration forgets does not compile. */
export type Cells<R> = { readonly [Field in keyof R]-?: CellOf<Exclude<R[Field], undefined>> }

export type Field<R> = string & keyof R

/** Records that are read together. Each list has an index in every store that needs one. */
export interface AnyList {
  /** Whose values are asked for; empty for all records of the kind. */
  by: readonly string[]
  /**
   * Optional only where a range is asked for. In a whole list, records of one value follow each other by
   * key. Default: the key.
   */
  order?: string
  /** Decides, in the same direction, between those of one value. */
  thenBy?: string
  /** Read in pages though its order is not unique: records of one value follow each other by key. */
  paged?: true
  /** Latest or greatest first. */
  descending?: boolean
}

export interface List<R> extends AnyList {
  by: readonly Field<R>[]
  order?: Field<R>
  thenBy?: Field<R>
}

/** The kind of some record, for stores, which know its fields by their names alone. */
export interface AnyKind {
  /** Its name when it is moved elsewhere, in the singular. */
  noun: string
  /** Its table and its collection. */
  table: string
  cells: Readonly<Record<string, Cell>>
  /** Texts that identify it; they never change. */
  key: readonly string[]
  /** The field with the id of its desk: it is hidden, moved and erased with that. */
  desk?: string
  /** What others' records belong to: gone, also for commits, as soon as its erasure has begun. */
  owner?: 'account' | 'desk'
  /**
   * Optional fields by which lists are asked, with the name of a second field in Firestore, which is empty
   * where they are missing: no query finds a missing field.
   */
  marks?: Readonly<Record<string, string | undefined>>
  lists: Readonly<Record<string, AnyList>>
}

/**
 * A noun as it is stored, declared once for all stores in `NOUN-records.ts` beside the noun. Its table is
 * made by a migration of SQLite; Firestore needs none.
 */
export interface Kind<R extends object, Lists extends string = string> extends AnyKind {
  cells: Cells<R>
  key: readonly Field<R>[]
  desk?: Field<R>
  marks?: Readonly<Partial<Record<Field<R>, string>>>
  lists: Readonly<Record<Lists, List<R>>>
}
