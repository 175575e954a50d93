import {
  type CollectionReference,
  type DocumentReference,
  FieldPath,
  FieldValue,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore'
import type { AnyKind, AnyList, Field, Kind } from '../../../domain/records/kinds'
import {
  type Change,
  difference,
  keyOf,
  type Range,
  type Reading,
  type Records,
  reads,
  Taken,
} from '../../../domain/records/records'
import type { Database } from '../database/database.server'
import { collect, converter, documentsOf, idOf, listOf, toData } from '../database/documents.server'
import { codeOf } from '../database/failures'
import type { Recent } from '../database/recent'
import { removeAll } from '../database/removal.server'
import { readDesk } from '../desks/recent-desk.server'

/** A document's id is its key. */
export function createRecords(database: Database): Records {
  const { transact } = database
  const recents: Partial<Record<string, Recent<object>>> = database.recent
  const isThere = async ({ desk }: AnyKind, record: object) => {
    const deskId = Reflect.get(record, desk ?? '')
    return deskId === undefined || (await readDesk(database, String(deskId))) !== undefined
  }
  const visible = async <R extends object>(kind: AnyKind, records: R[]) => {
    const which = await Promise.all(records.map((record) => isThere(kind, record)))
    return records.filter((_, index) => which[index])
  }

  return {
    async get(kind, ...key) {
      const seen = recents[kind.table]?.get(`${kind.noun} ${key.join(' ')}`)
      const record = seen
        ? recordOf(kind, seen, key.join(' '))
        : (await documentOf(database, kind, key).get()).data()
      return record && (await isThere(kind, record)) ? record : undefined
    },

    async all(kind, keys) {
      const found = await database.readAll(keys.map((key) => documentOf(database, kind, [key])))
      const shown = await visible(
        kind,
        found.flatMap((record) => record ?? []),
      )
      return found.map((record) => (record && shown.includes(record) ? record : undefined))
    },

    async list(kind, list, by, range = {}) {
      const { desk } = kind
      const asked = queryOf(database, kind, list, by, range)
      const finish = finishing(kind, list, range)
      if (!desk) return finish(await listOf(asked))
      if (desk in by) return (await isThere(kind, by)) ? finish(await listOf(asked)) : []
      if (range.limit === undefined) return finish(await visible(kind, await listOf(asked)))
      return collect(asked, range.limit, (record) => isThere(kind, record))
    },

    commit: (names, decide) =>
      asTaken(
        transact(names, async (transaction) => {
          const { noting, demand } = reads()
          const { result, changes = [] } = await decide(noting(readingIn(database, transaction)))
          demand(changes)
          write(database, transaction, changes)
          return result
        }),
      ),

    async clear(kind, list, by, range) {
      return removeAll(database, await documentsOf(queryOf(database, kind, list, by, range)))
    },
  }
}

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

/** For adapters of other nouns, whose transactions change records, too. */
export function readingIn(database: Database, transaction: Transaction): Reading {
  return {
    get: async (kind, ...key) => (await transaction.get(documentOf(database, kind, key))).data(),
    all: (kind, keys) =>
      database.readAll(
        keys.map((key) => documentOf(database, kind, [key])),
        transaction,
      ),
    async list(kind, list, by, range = {}) {
      const { docs } = await transaction.get(queryOf(database, kind, list, by, range))
      return finishing(kind, list, range)(docs.map((each) => each.data()))
    },
  }
}

/** Comes after all that the transaction reads. */
export function write(
  database: Database,
  transaction: Transaction,
  changes: readonly Change[],
): void {
  for (const change of changes) apply(database, transaction, change)
}

/** The fields that are declared; another version may have more, or the key of one field in the id alone. */
function recordOf<R extends object>(kind: Kind<R>, data: object, id: string): R
function recordOf(kind: AnyKind, data: object, id: string): object
function recordOf(kind: AnyKind, data: object, id: string) {
  const [key, ...others] = kind.key
  const whole = others.length === 0 && key !== undefined ? { [key]: id, ...data } : data
  const known = Object.keys(kind.cells).filter((field) => field in whole)
  return Object.fromEntries(known.map((field) => [field, Reflect.get(whole, field)]))
}

function marksOf({ marks = {} }: AnyKind, record: object): object {
  const entries = Object.entries(marks).map(([field, mark]) => [mark, markOf(record, field)])
  return Object.fromEntries(entries)
}

const markOf = (record: object, field: string): unknown => Reflect.get(record, field) ?? ''

/** Whole lists are sorted and filtered here, so that they need no index of their own. */
function isOrdered({ where: _, ...range }: Range): boolean {
  return Object.values(range).some((value) => value !== undefined)
}

function queryOf<R extends object>(
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
  if (from !== undefined) query = query.where(order, '>=', from)
  if (until !== undefined) query = query.where(order, '<', until)
  if (after !== undefined) query = query.startAfter(after)
  return limit === undefined ? query : query.limit(limit)
}

/** What a query leaves to do. */
function finishing(kind: AnyKind, name: string, range: Range) {
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

/** Only fields that differ are written: those that another version added stay. */
function apply(
  database: Database,
  transaction: Transaction,
  { kind, before, after }: Change,
): void {
  const of = (record: object) => documentOf(database, kind, keyOf(kind, record))
  if (!before) {
    if (after) transaction.create(of(after), after)
    return
  }
  if (!after) {
    transaction.delete(of(before))
    return
  }
  const fields = difference(kind, before, after).map(([field, value]) => [
    field,
    value === undefined ? FieldValue.delete() : toData(value),
  ])
  if (fields.length === 0) return
  transaction.update(of(before), { ...Object.fromEntries(fields), ...marksOf(kind, after) })
}

/** Source: grpc.github.io/grpc/core/md_doc_statuscodes.html, ALREADY_EXISTS. */
async function asTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw codeOf(error) === 6 ? new Taken(error) : error
  }
}
