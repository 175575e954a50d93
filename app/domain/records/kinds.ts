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
export interface List<R> {
  /** Whose values are asked for; empty for all records of the kind. */
  by: readonly Field<R>[]
  /** Never optional. In a whole list, records of one value follow each other by key. Default: the key. */
  order?: Field<R>
  /** Latest or greatest first. */
  descending?: boolean
}

/**
 * A noun as it is stored, declared once for all stores in `NOUN-records.ts` beside the noun. Its table is
 * made by a migration of SQLite; Firestore needs none.
 */
export interface Kind<R extends object, Lists extends string = string> {
  /** Its name when it is moved elsewhere, in the singular. */
  noun: string
  /** Its table and its collection. */
  table: string
  cells: Cells<R>
  /** Texts that identify it; they never change. */
  key: readonly Field<R>[]
  /** The field with the id of its desk: it is hidden, moved and erased with that. */
  desk?: Field<R>
  lists: Readonly<Record<Lists, List<R>>>
}
