import {
  type CollectionReference,
  type DocumentReference,
  FieldPath,
  type Query,
} from 'firebase-admin/firestore'
import type { AnyKind, AnyList, Field, Kind } from '../../../domain/records/kinds'
import { keyOf, type Range } from '../../../domain/records/records'
import type { Database } from '../database/database.server'
import { converter, idOf, toData } from '../database/documents.server'

export function collectionOf<R extends object>(
  database: Database,
  kind: Kind<R>,
): CollectionReference<R>
export function collectionOf(database: Database, kind: AnyKind): CollectionReference<object>
export function collectionOf({ firestore }: Database, kind: AnyKind) {
  const { toFirestore, fromFirestore } = converter<object>()
  return firestore.collection(kind.table).withConverter<object>({
    toFirestore: (record: object) => toFirestore({ ...record, ...marksOf(kind, record) }),
    fromFirestore: (snapshot) => recordOf(kind, fromFirestore(snapshot), snapshot.id),
  })
}

export function documentOf<R extends object>(
  database: Database,
  kind: Kind<R>,
  key: string[],
): DocumentReference<R>
export function documentOf(
  database: Database,
  kind: AnyKind,
  key: string[],
): DocumentReference<object>
export function documentOf(database: Database, kind: AnyKind, key: string[]) {
  return collectionOf(database, kind).doc(idOf(...key))
}

/** A desk's records of a kind. */
export function ofDeskQuery(database: Database, kind: AnyKind, deskId: string): Query<object> {
  const records = collectionOf(database, kind)
  const isKey = kind.key.length === 1 && kind.key[0] === kind.desk
  return isKey
    ? records.where(FieldPath.documentId(), '==', idOf(deskId))
    : records.where(kind.desk ?? '', '==', deskId)
}

/** The fields that are declared; another version may have more, or the key of one field in the id alone. */
export function recordOf<R extends object>(kind: Kind<R>, data: object, id: string): R
export function recordOf(kind: AnyKind, data: object, id: string): object
export function recordOf(kind: AnyKind, data: object, id: string) {
  const [key, ...others] = kind.key
  const whole = others.length === 0 && key !== undefined ? { [key]: id, ...data } : data
  const known = Object.keys(kind.cells).filter((field) => field in whole)
  const value = (field: string) => {
    const stored: unknown = Reflect.get(whole, field)
    return stored instanceof Buffer ? new Uint8Array(stored) : stored
  }
  return Object.fromEntries(known.map((field) => [field, value(field)]))
}

export function marksOf({ marks = {} }: AnyKind, record: object): object {
  const entries = Object.entries(marks).map(([field, mark]) => [mark, markOf(record, field)])
  return Object.fromEntries(entries)
}

const markOf = (record: object, field: string): unknown => Reflect.get(record, field) ?? ''

/** Whole lists are sorted and filtered here, so that they need no index of their own. */
function isOrdered({ where: _, ...range }: Range): boolean {
  return Object.values(range).some((value) => value !== undefined)
}

export function queryOf<R extends object>(
  database: Database,
  kind: Kind<R>,
  name: string,
  by: object,
  range: Range<R>,
): Query<R> {
  const { order = kind.key[0] ?? '', ...list } = namedList(kind, name)
  let query: Query<R> = collectionOf(database, kind)
  const ask = (asked: object, field: string) => {
    const mark = kind.marks?.[field as Field<R>]
    const value = mark ? markOf(asked, field) : toData(Reflect.get(asked, field))
    query = query.where(mark ?? field, Array.isArray(value) ? 'in' : '==', value)
  }
  for (const field of list.by) ask(by, field)
  if (!isOrdered(range)) return query
  const { where = {}, from, until, after, limit } = range
  for (const field of Object.keys(where)) ask(where, field)
  const direction = list.descending ? 'desc' : 'asc'
  query = query.orderBy(order, direction)
  if (list.thenBy) query = query.orderBy(list.thenBy, direction)
  if (list.paged) query = query.orderBy(FieldPath.documentId(), direction)
  if (from !== undefined) query = query.where(order, '>=', from)
  if (until !== undefined) query = query.where(order, '<', until)
  if (after !== undefined && list.paged)
    query = query.startAfter(Reflect.get(Object(after), order), idOf(...keyOf(kind, Object(after))))
  else if (after !== undefined) query = query.startAfter(after)
  return limit === undefined ? query : query.limit(limit)
}

/** What a query leaves to do. */
export function finishing(kind: AnyKind, name: string, range: Range) {
  const { order = kind.key[0] ?? '', thenBy = order, descending } = namedList(kind, name)
  const sign = descending ? -1 : 1
  const between = (one: object, other: object) =>
    sign * (compared(one, other, order) || compared(one, other, thenBy)) ||
    kind.key.map((field) => compared(one, other, field)).find(Boolean) ||
    0
  const wanted = Object.entries(range.where ?? {})
  const isWanted = (record: object) =>
    wanted.every(([field, value]) => [value].flat().includes(Reflect.get(record, field)))
  return <Found extends object>(records: Found[]) =>
    isOrdered(range) ? records : records.filter(isWanted).sort(between)
}

function compared(one: object, other: object, field: string): number {
  const [left, right] = [Reflect.get(one, field), Reflect.get(other, field)]
  return left < right ? -1 : Number(left > right)
}

function namedList(kind: AnyKind, name: string): AnyList {
  const list = kind.lists[name]
  if (!list) throw new Error(`There is no list ${name} of ${kind.table}`)
  return list
}
